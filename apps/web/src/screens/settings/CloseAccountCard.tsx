import { CloseAccountInput } from '@glasspool/api/contracts';
import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { useLeaveAccount } from '../../components/account/use-log-out.ts';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { useIsReady } from '../../components/frame/use-is-ready.ts';
import type { MoneyPress } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordConfirm } from './PasswordConfirm.tsx';

/** Everything that the pool keeps about the user, as one file. */
export function OwnDataCard() {
  return (
    <Card title={t('ownData.title')}>
      <p className="mb-4 text-text-2">{t('ownData.text')}</p>
      <DownloadButton path="/api/exports/my-data.json" query={{}} text={t('ownData.download')} />
    </Card>
  );
}

/** Closes the account: what goes and what stays, then the password. */
export function CloseAccountCard() {
  const isReady = useIsReady();
  const [isAsked, setAsked] = useState(false);
  return (
    <Card title={t('closing.title')}>
      <p className="text-text-2">{t('closing.needs')}</p>
      <ul className="mt-3 mb-4 list-disc space-y-1 pl-5 text-text-2">
        <li>{t('closing.goes')}</li>
        <li>{t('closing.stays')}</li>
        <li>{t('closing.arrives')}</li>
      </ul>
      {isAsked ? (
        <CloseForm onBack={() => setAsked(false)} />
      ) : (
        <Button look="secondary" disabled={!isReady} onClick={() => setAsked(true)}>
          {t('closing.title')}
        </Button>
      )}
    </Card>
  );
}

function CloseForm({ onBack }: { onBack: () => void }) {
  const leave = useLeaveAccount();
  const close = trpc.users.closeAccount.useMutation({
    onSuccess: () => {
      notify.success(t('closing.done'));
      leave();
    },
  });
  const send = useMoneyRequest(close.mutate);
  const submit = (password: string, totp: string | undefined, press: MoneyPress): string | undefined => {
    const { data, error } = CloseAccountInput.safeParse({
      password,
      ...(totp !== undefined && { totp }),
    });
    if (data !== undefined) send(press, data);
    return error && translateSentence(error.issues[0]?.message ?? '');
  };
  return (
    <PasswordConfirm
      failure={close.isError ? describeCallError(close.error, 'call.failed') : undefined}
      isBusy={close.isPending}
      submitText={t('closing.now')}
      onBack={onBack}
      onSubmit={submit}
    />
  );
}
