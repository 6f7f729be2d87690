import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';

/** While 2026 is typed, the field holds the years 2, 20 and 202 for a moment. */
const FIRST_DAY = '1000-01-01';

type DayFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange'> & {
  /** `2026-11-30`, or empty. */
  value: string;
  onChange: (day: string) => void;
};

/** A labelled field for a day. It hands a day on once it is typed to its end, or taken away. */
export function DayField({ value, onChange, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  // The address may change without this field: by the way back, or by a link.
  if (value !== given) {
    setGiven(value);
    setTyped(value);
  }
  return (
    <Field
      {...field}
      type="date"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        const isUnfinished = target.validity.badInput || (target.value !== '' && target.value < FIRST_DAY);
        if (!isUnfinished) onChange(target.value);
      }}
    />
  );
}
