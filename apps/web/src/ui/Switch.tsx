import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Meaning of the switch, or the reason why it cannot be changed. */
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

/** On or off, saved at once. The browser's own checkbox in the form of a switch. */
export function Switch({ label, isOn, onChange, hint, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-[13px]/[18px] text-text-2">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className={classNames(
          'relative m-1.5 h-8 w-14 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-surface transition-colors',
          'before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-line-strong before:transition-transform',
          'checked:border-primary checked:bg-primary checked:before:translate-x-6 checked:before:bg-on-primary',
          'disabled:cursor-not-allowed disabled:bg-sunken',
        )}
      />
    </div>
  );
}
