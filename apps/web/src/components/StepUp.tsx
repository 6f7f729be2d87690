import { useLayoutEffect, useState } from 'react';
import { type CallError, describeCallError } from '../api/errors.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton, useHasPasskey } from './PasskeyButton.tsx';

const ABOUT_CODE = [
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'SECOND_FACTOR_BLOCKED',
  'SECOND_FACTOR_SHUT',
] as const;

type AskedForCode = CallError & { readonly code: (typeof ABOUT_CODE)[number] };

/** Returns true when the server refused for want of the second factor, so that the same call with a code may pass. */
export function asksForCode(failure: CallError | undefined): failure is AskedForCode {
  return ABOUT_CODE.some((code) => code === failure?.code);
}

/** The refusal that asks for the second factor, also while the same call with a code is under way. */
export function useAskedForCode({
  error,
  isPending,
}: {
  readonly error: unknown;
  readonly isPending: boolean;
}): CallError | undefined {
  const [asked, setAsked] = useState<CallError>();
  useLayoutEffect(() => {
    if (isPending) return;
    const failure = error == null ? undefined : describeCallError(error, 'login.passkeyFailed');
    setAsked(asksForCode(failure) ? failure : undefined);
  }, [error, isPending]);
  return asked;
}

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
