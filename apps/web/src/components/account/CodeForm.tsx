import { type ComponentProps, useState } from 'react';
import type { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { MoneyForm, type MoneyPress } from '../money/MoneyButton.tsx';

interface CodeFormProps {
  readonly label: string;
  readonly submit: string;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly look?: ComponentProps<typeof Button>['look'];
  /** The focus belongs here where the form came after a press on a button. */
  readonly autoFocus?: boolean;
  readonly onSubmit: (code: string, press: MoneyPress) => void;
}

/** One field for a code, and the button that uses it: a money button, for a code confirms what matters. */
export function CodeForm({
  label,
  submit,
  error,
  isBusy,
  look = 'primary',
  autoFocus,
  onSubmit,
}: CodeFormProps) {
  const [code, setCode] = useState('');
  return (
    <MoneyForm
      className="space-y-3"
      submitText={submit}
      look={look}
      isBusy={isBusy}
      onMoney={(press) => onSubmit(code.trim(), press)}
    >
      <Field
        label={label}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        autoFocus={autoFocus}
        onChange={(event) => setCode(event.target.value)}
      />
    </MoneyForm>
  );
}
