import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface FrameProps {
  /** Fields. Each shows the refusal that concerns it. */
  readonly children?: ReactNode;
  /** Refusal of the last request that none of the fields shows. */
  readonly failure?: string | undefined;
  readonly onSubmit: () => void;
  readonly className?: string | undefined;
}

/** Form around its fields, the refusal that no field shows, and its buttons. */
export function FormFrame(props: FrameProps & { readonly buttons: ReactNode }) {
  const { children, failure, onSubmit, buttons, className = 'space-y-5' } = props;
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
      {buttons}
    </form>
  );
}

export interface FormProps extends FrameProps {
  readonly isBusy: boolean;
  readonly submitText: string;
  /** Button beside Submit, such as Cancel. */
  readonly beside?: ReactNode;
  readonly look?: ComponentProps<typeof Button>['look'];
  readonly isDisabled?: boolean;
  /** Stretches the submit button over the whole width, as on pages that are nothing but a form. */
  readonly isWide?: boolean;
}

/** Form that sends one request. */
export function Form({ isBusy, submitText, ...rest }: FormProps) {
  const { beside, look = 'primary', isDisabled = false, isWide = false, ...frame } = rest;
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
  const buttons = (
    <div className="grid grid-cols-2 gap-3">
      {beside}
      {submit}
    </div>
  );
  return <FormFrame {...frame} buttons={beside === undefined ? submit : buttons} />;
}
