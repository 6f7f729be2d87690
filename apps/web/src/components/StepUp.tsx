import type { CallError } from '../api/errors.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton, useHasPasskey } from './PasskeyButton.tsx';

interface StepUpProps {
  readonly failure: CallError;
  /** Says what is confirmed, with its amounts. */
  readonly text: string;
  readonly isBusy: boolean;
  readonly submit: string;
  readonly onCode: (totp: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the second factor, in the place of the form whose call needs it: a passkey first, where there is one. */
export function StepUp({ failure, text, isBusy, submit, onCode, onCancel }: StepUpProps) {
  const hasPasskey = useHasPasskey();
  return (
    <div className="space-y-4">
      <p className="text-text-2">{text}</p>
      <PasskeyButton look="primary" autoFocus isBusy={isBusy} onCode={onCode} />
      <CodeForm
        label={t('login.code')}
        submit={submit}
        look={hasPasskey ? 'secondary' : 'primary'}
        autoFocus={!hasPasskey}
        // Being asked for the code is no mistake yet.
        error={failure.code === 'SECOND_FACTOR_REQUIRED' ? undefined : failure.message}
        isBusy={isBusy}
        onSubmit={onCode}
      />
      <Button look="quiet" disabled={isBusy} onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
    </div>
  );
}
