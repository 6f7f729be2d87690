import { classNames } from './class-names.ts';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few choices, side by side. */
export function Segments<Value extends string>({ label, value, choices, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="inline-flex rounded-control bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={classNames(
            'min-h-11 rounded-[8px] px-4 text-sm font-medium',
            choice.value === value ? 'bg-surface text-text shadow-sm' : 'text-text-2 hover:text-text',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
