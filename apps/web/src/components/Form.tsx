import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface FormProps {
  /** Fields. Each shows the refusal that concerns it. */
  readonly children: ReactNode;
  /** Refusal of the last request that none of the fields shows. */
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly submitText: string;
  readonly onSubmit: () => void;
  /** Button beside Submit, such as Cancel. */
  readonly beside?: ReactNode;
  readonly look?: ComponentProps<typeof Button>['look'];
  readonly isDisabled?: boolean;
  /** Stretches the submit button over the whole width, as on pages that are nothing but a form. */
  readonly isWide?: boolean;
  readonly className?: string;
}

/** Form that sends one request: its fields, the refusal that no field shows, and its buttons. */
export function Form({ children, failure, isBusy, submitText, onSubmit, ...rest }: FormProps) {
  const { beside, look = 'primary', isDisabled = false, isWide = false, className = 'space-y-5' } = rest;
  const submit = (
    <Button
      type="submit"
      look={look}
      isBusy={isBusy}
      disabled={isDisabled}
      className={isWide ? 'w-full' : undefined}
    >
      {submitText}
    </Button>
  );
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      {beside === undefined ? (
        submit
      ) : (
        <div className="grid grid-cols-2 gap-3">
          {beside}
          {submit}
        </div>
      )}
    </form>
  );
}
