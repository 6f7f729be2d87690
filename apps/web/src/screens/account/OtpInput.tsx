import { type Ref, useId, useState } from 'react';
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

/** One real input over cells that show its digits. Pasting and the system's own codes work, in halves with a space or hyphen too. */
export function OtpInput({ value, length, error, onChange, onComplete, ref }: OtpInputProps) {
  const id = useId();
  const [isFocused, setFocused] = useState(false);
  const type = (text: string): void => {
    const digits = text.normalize('NFKC').replaceAll(/[\s-]/g, '').slice(0, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete();
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('field.otp')}
      </label>
      <div className="relative flex gap-2">
        {Array.from({ length }, (_, index) => (
          <span
            // Cells never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
            key={index}
            aria-hidden
            translate="no"
            className={classNames(
              'flex h-14 w-12 min-w-0 flex-1 items-center justify-center rounded-control border bg-surface text-xl font-semibold',
              error === undefined ? 'border-line-strong' : 'border-negative',
              isFocused &&
                index === Math.min(value.length, length - 1) &&
                'outline-2 outline-offset-2 outline-focus',
            )}
          >
            {value[index]}
          </span>
        ))}
        <input
          id={id}
          ref={ref}
          value={value}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className="absolute inset-0 cursor-text opacity-0"
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-negative">
          {error}
        </p>
      )}
    </div>
  );
}
