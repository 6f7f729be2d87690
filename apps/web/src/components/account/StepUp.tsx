import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import type { MoneyPress } from '../money/MoneyButton.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton, useHasPasskey } from './PasskeyButton.tsx';

interface StepUpProps {
  /** Refusal of the last code. */
  readonly codeError: string | undefined;
  /** Summary of the action to confirm, with its amounts. */
  readonly text: string;
  readonly isBusy: boolean;
  readonly submit: string;
  readonly onCode: (totp: string, press: MoneyPress) => void;
  readonly onCancel: () => void;
}

/** Asks for a two-factor code in place of the form whose request needs it: by passkey first, where there is one. */
export function StepUp({ codeError, text, isBusy, submit, onCode, onCancel }: StepUpProps) {
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
        error={codeError}
        isBusy={isBusy}
        onSubmit={onCode}
      />
      <Button look="quiet" disabled={isBusy} onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
    </div>
  );
}
