import { useState } from 'react';
import type { CallError } from '../../api/errors.ts';
import { PasswordField } from '../../components/account/PasswordField.tsx';
import { ConfirmStep } from '../../components/money/ConfirmStep.tsx';
import type { MoneyPress } from '../../components/money/MoneyButton.tsx';
import { t } from '../../i18n/language.ts';

interface PasswordConfirmProps {
  readonly failure: CallError | undefined;
  readonly isBusy: boolean;
  readonly submitText: string;
  readonly onBack?: () => void;
  /** Sends what is confirmed; returns what is wrong with the password. */
  readonly onSubmit: (password: string, totp: string | undefined, press: MoneyPress) => string | undefined;
}

/** Confirms a change of the account: the password, and a code where the account has two-factor authentication. */
export function PasswordConfirm({ onSubmit, onBack, ...step }: PasswordConfirmProps) {
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState<string>();
  return (
    <ConfirmStep
      {...step}
      {...(onBack !== undefined && { onBack })}
      needsCode={false}
      onSubmit={(totp, press) => setMistake(onSubmit(password, totp, press))}
    >
      <PasswordField
        label={t('programs.password')}
        autoComplete="current-password"
        autoFocus
        value={password}
        error={mistake}
        onChange={(event) => setPassword(event.target.value)}
      />
    </ConfirmStep>
  );
}
