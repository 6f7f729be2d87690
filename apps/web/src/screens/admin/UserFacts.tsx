import type { UserDetailsView } from '../../api/trpc.ts';
import { AddressText } from '../../components/money/AddressText.tsx';
import { ADMIN_PLACES, formatMoney } from '../../components/money/amounts.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Facts about a user: account, balances, addresses and open sessions. */
export function UserFacts({ user }: { user: UserDetailsView }) {
  return (
    <>
      {user.lockedAt !== null && (
        <Notice look="warning">
          {t('admin.users.lockedSince', {
            time: formatDateTime(user.lockedAt),
            reason: user.lockReason ?? '',
          })}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title={t('admin.users.account')}>
          <Facts
            facts={[
              [t('admin.users.name'), user.userName],
              [t('admin.users.role'), t(`admin.users.${user.role}`)],
              [t('admin.users.since'), formatDateTime(user.createdAt)],
              [t('admin.users.code'), user.referralCode],
              [
                t('admin.detail.id'),
                <code key="id" className="break-all">
                  {user.id}
                </code>,
              ],
            ]}
          />
          <h3 className="mt-4 mb-2 font-semibold">{t('admin.users.addresses')}</h3>
          {user.wallets.map(({ network, address }) => (
            <p key={network} className="flex gap-3 py-1">
              <span className="w-12 shrink-0 text-text-2">{network}</span>
              <AddressText address={address} />
            </p>
          ))}
          <Sessions sessions={user.sessions} />
        </Card>
        <Card title={t('admin.users.balances')}>
          <div className="space-y-4">
            {user.balances.map((balances) => (
              <Balances key={balances.currency} balances={balances} />
            ))}
          </div>
        </Card>
      </div>
    </>
  );
}

const PURPOSES = ['wallet', 'invested', 'withdrawable', 'referral', 'onHold', 'receivable'] as const;

function Balances({ balances }: { balances: UserDetailsView['balances'][number] }) {
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
      <h3 className="mt-4 mb-2 font-semibold">{t('sessions.title')}</h3>
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
