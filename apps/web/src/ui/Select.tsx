import { useId } from 'react';

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** The browser's own select, with its label. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  onChange,
  disabled = false,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const choice = choices.find((one) => one.value === event.target.value);
          if (choice !== undefined) onChange(choice.value);
        }}
        className="min-h-12 w-full rounded-control border border-line-strong bg-surface px-4 disabled:bg-sunken"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
