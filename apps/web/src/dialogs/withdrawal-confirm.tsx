import { SecondFactorCode } from '@glasspool/api/contracts';
import { useState } from 'react';
import { CodeOrPasskey } from '../components/CodeOrPasskey.tsx';
import { t, translateSentence } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface WithdrawalConfirmProps {
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  /** Whether the server asked for a code of the second factor. */
  readonly needsCode: boolean;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onSubmit: (totp: string | undefined) => void;
}

/** The last step: back, or off with it, with a code where the server wants one. */
export function WithdrawalConfirm({ failure, needsCode, isBusy, onBack, onSubmit }: WithdrawalConfirmProps) {
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string>();
  const isAboutCode = failure?.code.startsWith('SECOND_FACTOR_') === true;
  // Being asked for the code is no mistake yet.
  const refusal = isAboutCode && failure.code !== 'SECOND_FACTOR_REQUIRED' ? failure.message : undefined;
  const submit = (): void => {
    const parsed = SecondFactorCode.safeParse(code.trim());
    setMistake(needsCode ? parsed.error?.issues[0]?.message : undefined);
    if (!needsCode) onSubmit(undefined);
    else if (parsed.success) onSubmit(parsed.data);
  };
  return (
    <>
      {needsCode && (
        <CodeOrPasskey
          hint={t('review.codeHint')}
          value={code}
          error={mistake === undefined ? refusal : translateSentence(mistake)}
          isBusy={isBusy}
          onChange={(event) => setCode(event.target.value)}
          onPasskey={onSubmit}
        />
      )}
      {failure !== undefined && !isAboutCode && <Notice look="negative">{failure.message}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onBack} disabled={isBusy}>
          {t('review.back')}
        </Button>
        <Button isBusy={isBusy} onClick={submit}>
          {t('withdraw.submit')}
        </Button>
      </div>
    </>
  );
}
