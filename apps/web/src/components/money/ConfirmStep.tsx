import { TwoFactorCode } from '@glasspool/api/contracts';
import { type ReactNode, useState } from 'react';
import type { CallError } from '../../api/errors.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeOrPasskey } from '../account/CodeOrPasskey.tsx';
import { useStepUp } from '../account/use-step-up.ts';
import { MoneyForm, type MoneyPress } from './MoneyButton.tsx';

export interface ConfirmStepProps {
  readonly failure: CallError | undefined;
  /** True when it is known that a two-factor code must come with the request. A refusal of the server says so too. */
  readonly needsCode: boolean;
  /** Reason why a code is required. */
  readonly codeHint?: string | undefined;
  readonly isBusy: boolean;
  readonly submitText: string;
  /** Left out where there is nothing to go back to. */
  readonly onBack?: () => void;
  readonly onSubmit: (totp: string | undefined, press: MoneyPress) => void;
  /** Fields that are sent with it: Enter in them submits too. */
  readonly children?: ReactNode;
}

/** Last step of what cannot be taken back: back, or submit, with a two-factor code where one is needed. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { failure, codeHint, submitText, isBusy, onBack, onSubmit, children } = props;
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string>();
  const stepUp = useStepUp({ failure, isBusy });
  const needsCode = props.needsCode || stepUp.isAsked;
  const submit = (press: MoneyPress): void => {
    const parsed = TwoFactorCode.safeParse(code.trim());
    setMistake(needsCode ? parsed.error?.issues[0]?.message : undefined);
    if (!needsCode) onSubmit(undefined, press);
    else if (parsed.success) onSubmit(parsed.data, press);
  };
  return (
    <MoneyForm
      className="space-y-5"
      failure={stepUp.failure?.message}
      submitText={submitText}
      isBusy={isBusy}
      beside={
        onBack && (
          <Button look="secondary" onClick={onBack} disabled={isBusy}>
            {t('review.back')}
          </Button>
        )
      }
      onMoney={submit}
    >
      {children}
      {needsCode && (
        <CodeOrPasskey
          hint={codeHint}
          value={code}
          error={mistake === undefined ? stepUp.codeError : translateSentence(mistake)}
          isBusy={isBusy}
          onChange={(event) => setCode(event.target.value)}
          onPasskey={onSubmit}
        />
      )}
    </MoneyForm>
  );
}
