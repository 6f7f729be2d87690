import { OTPInput } from 'input-otp';
import { type Ref, useId } from 'react';
import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';

interface OtpInputProps {
  readonly value: string;
  readonly length: number;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** All digits are there. */
  readonly onComplete: () => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** One real input, drawn as cells. Pasting and the system's own codes work. */
export function OtpInput({ value, length, error, onChange, onComplete, ref }: OtpInputProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('field.otp')}
      </label>
      <OTPInput
        id={id}
        ref={ref}
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        maxLength={length}
        inputMode="numeric"
        autoComplete="one-time-code"
        pushPasswordManagerStrategy="none"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        containerClassName="flex gap-2"
        render={({ slots }) =>
          slots.map((slot, index) => (
            <span
              // Cells never change their order.
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
              key={index}
              aria-hidden
              className={classNames(
                'flex h-14 w-12 min-w-0 flex-1 items-center justify-center rounded-control border bg-surface text-xl font-semibold',
                error === undefined ? 'border-line-strong' : 'border-negative',
                slot.isActive && 'outline-2 outline-offset-2 outline-focus',
              )}
            >
              {slot.char}
            </span>
          ))
        }
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-negative">
          {error}
        </p>
      )}
    </div>
  );
}
