import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { useSession } from '../api/session.ts';
import { trpc, type UserView } from '../api/trpc.ts';
import { useIsAdmin } from '../api/use-is-admin.ts';
import { AddressText } from '../components/AddressText.tsx';
import { ADMIN_PLACES, formatMoney } from '../components/amounts.ts';
import { LoadError } from '../components/LoadError.tsx';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** One user: what they are owed, their addresses and sessions, and the lock of the account. */
export function UserDialog({ id, onClose }: { id: UserView['id']; onClose: () => void }) {
  const isAdmin = useIsAdmin();
  const ownEmail = useSession()?.email;
  const found = trpc.users.getUser.useQuery({ id });
  const user = found.data;
  return (
    <Dialog title={user?.email ?? t('admin.users.one')} onClose={onClose} isWide>
      {found.isPending && <Skeleton className="h-64" />}
      {found.isError && user === undefined && (
        <LoadError textId="admin.users.oneFailed" onRetry={() => void found.refetch()} />
      )}
      {user !== undefined && (
        <div className="space-y-5 text-sm">
          {user.lockedAt !== null && (
            <Notice look="warning">
              {t('admin.users.lockedSince', {
                time: formatDateTime(user.lockedAt),
                reason: user.lockReason ?? '',
              })}
            </Notice>
          )}
          <Facts
            facts={[
              [t('admin.users.name'), user.userName],
              [t('admin.users.role'), t(`admin.users.${user.role}`)],
              [t('admin.users.since'), formatDateTime(user.createdAt)],
              [t('admin.users.code'), user.referralCode],
              [t('admin.detail.id'), <code key="id">{user.id}</code>],
            ]}
          />
          <div className="grid gap-4 md:grid-cols-2">
            {user.balances.map((balances) => (
              <Balances key={balances.currency} balances={balances} />
            ))}
          </div>
          <section>
            <h3 className="mb-2 font-semibold">{t('admin.users.addresses')}</h3>
            {user.wallets.map(({ network, address }) => (
              <p key={network} className="flex gap-3 py-1">
                <span className="w-12 shrink-0 text-text-2">{network}</span>
                <AddressText address={address} />
              </p>
            ))}
          </section>
          <Sessions sessions={user.sessions} />
          {isAdmin && user.email !== ownEmail && <Actions id={id} isLocked={user.lockedAt !== null} />}
        </div>
      )}
    </Dialog>
  );
}

const PURPOSES = ['wallet', 'invested', 'withdrawable', 'referral', 'onHold', 'receivable'] as const;

function Balances({ balances }: { balances: UserView['balances'][number] }) {
  const { currency } = balances;
  return (
    <Facts
      facts={PURPOSES.map((purpose) => [
        t(`admin.users.${purpose}`),
        formatMoney(balances[purpose], currency, ADMIN_PLACES),
      ])}
    />
  );
}

function Sessions({ sessions }: { sessions: readonly { startedAt: number; lastSeenAt: number }[] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t('sessions.title')}</h3>
      {sessions.length === 0 && <p className="text-text-2">{t('admin.users.noSessions')}</p>}
      <ul className="divide-y divide-line">
        {sessions.map(({ startedAt, lastSeenAt }) => (
          <li key={startedAt} className="py-1.5 text-text-2">
            {t('admin.users.session', {
              started: formatDateTime(startedAt),
              seen: formatDateTime(lastSeenAt),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What an admin can do to an account, each with a reason that the audit log keeps. */
function Actions({ id, isLocked }: { id: UserView['id']; isLocked: boolean }) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const options = {
    onSuccess: () => {
      notify.success(t('admin.actionDone'));
      setReason('');
      void utils.users.invalidate();
    },
  };
  const lock = trpc.users.lockUser.useMutation(options);
  const unlock = trpc.users.unlockUser.useMutation(options);
  const endSessions = trpc.users.endSessionsOf.useMutation(options);
  const all = [lock, unlock, endSessions];
  const isBusy = all.some((one) => one.isPending);
  const failed = all.find((one) => one.isError);
  const change = isLocked ? unlock : lock;
  return (
    <section className="space-y-3 border-t border-line pt-4">
      <Field
        label={t('admin.users.reason')}
        value={reason}
        autoComplete="off"
        hint={t('admin.users.reasonHint')}
        error={failed && describeCallError(failed.error, 'call.failed').message}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" isBusy={isBusy} onClick={() => endSessions.mutate({ id, reason })}>
          {t('admin.users.endSessions')}
        </Button>
        <Button isBusy={isBusy} onClick={() => change.mutate({ id, reason })}>
          {t(isLocked ? 'admin.users.unlock' : 'admin.users.lock')}
        </Button>
      </div>
    </section>
  );
}
