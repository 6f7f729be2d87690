import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import type { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { MoneyButton, type MoneyPress } from '../money/MoneyButton.tsx';
import { describePasskeyError, findPasskeyObstacle, usePasskeyCode } from './passkeys.ts';

type PasskeyButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'autoFocus'> & {
  readonly isBusy: boolean;
  /** Says what pressing it does, where that is not seen from around it. */
  readonly label?: string;
  /** Takes the code that the passkey's answer brought; it confirms one action. */
  readonly onCode: (code: string, press: MoneyPress) => void;
};

/** Returns true where the account has a passkey and this page can ask for it. */
export function useHasPasskey(): boolean {
  const factors = trpc.users.getTwoFactor.useQuery();
  return (factors.data?.passkeys ?? 0) > 0 && findPasskeyObstacle() === undefined;
}

/** Returns true for an account with two-factor authentication, which must supply a code where money or rules change. */
export function useHasTwoFactor(): boolean {
  const factors = trpc.users.getTwoFactor.useQuery();
  return factors.data !== undefined && (factors.data.isEnrolled || factors.data.passkeys > 0);
}

/** Confirms with a passkey in place of a code. Nothing for an account without one, and where none works. */
export function PasskeyButton({ isBusy, label, onCode, look = 'secondary', autoFocus }: PasskeyButtonProps) {
  const hasOne = useHasPasskey();
  const getCode = usePasskeyCode();
  const confirm = useMutation<string, Error, MoneyPress>({ mutationFn: getCode, onSuccess: onCode });
  if (!hasOne) return null;
  return (
    <div className="space-y-3">
      <MoneyButton
        look={look}
        className="w-full"
        autoFocus={autoFocus}
        isBusy={isBusy || confirm.isPending}
        text={label ?? t('login.passkeyUse')}
        onPress={(press) => confirm.mutate(press)}
      />
      {confirm.isError && <Notice look="negative">{describePasskeyError(confirm.error)}</Notice>}
    </div>
  );
}
