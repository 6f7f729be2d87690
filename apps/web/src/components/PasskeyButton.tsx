import { useMutation } from '@tanstack/react-query';
import { trpc } from '../api/trpc.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { describePasskeyError, findPasskeyObstacle, usePasskeyCode } from './passkeys.ts';

interface PasskeyButtonProps {
  readonly isBusy: boolean;
  /** Takes the code that the passkey's answer brought; it confirms one action. */
  readonly onCode: (code: string) => void;
}

/** Confirms with a passkey in place of a code. Nothing for an account without one, and where none works. */
export function PasskeyButton({ isBusy, onCode }: PasskeyButtonProps) {
  const factors = trpc.users.getSecondFactor.useQuery();
  const getCode = usePasskeyCode();
  const confirm = useMutation({ mutationFn: getCode, onSuccess: onCode });
  const hasOne = (factors.data?.passkeys ?? 0) > 0;
  if (!hasOne || findPasskeyObstacle() !== undefined) return null;
  return (
    <div className="space-y-3">
      <Button
        look="secondary"
        className="w-full"
        isBusy={isBusy || confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {t('passkey.use')}
      </Button>
      {confirm.isError && <Notice look="negative">{describePasskeyError(confirm.error)}</Notice>}
    </div>
  );
}
