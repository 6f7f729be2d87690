import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface CodeFormProps {
  readonly label: string;
  readonly submit: string;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly look?: ComponentProps<typeof Button>['look'];
  /** The focus belongs here where the form came after a press on a button. */
  readonly autoFocus?: boolean;
  readonly onSubmit: (code: string) => void;
}

/** One field for a code, and the button that uses it. */
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
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code.trim());
      }}
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
      <Button type="submit" look={look} isBusy={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
