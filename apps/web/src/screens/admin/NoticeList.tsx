import { AmountOrZeroString, displayAmount, parseAmount } from '@glasspool/core';
import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { type NoticeView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { findPageOf } from '../../components/money/RecordLink.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';

interface NoticeListProps {
  readonly notices: readonly NoticeView[];
  readonly unread: number;
  readonly onFollow: () => void;
}

/** Open and resolved notices, newest first, with the page on which each can be resolved. */
export function NoticeList({ notices, unread, onFollow }: NoticeListProps) {
  const isAdmin = useIsAdmin();
  const utils = trpc.useUtils();
  const markRead = trpc.notices.markNoticesRead.useMutation({
    onSettled: () => utils.notices.invalidate(),
  });
  return (
    <>
      {isAdmin && unread > 0 && (
        <Button
          look="secondary"
          className="mb-4 min-h-11 w-full text-sm"
          isBusy={markRead.isPending}
          onClick={() => markRead.mutate()}
        >
          {t('admin.notices.markRead')}
        </Button>
      )}
      {notices.length === 0 && <p className="text-text-2">{t('admin.notices.empty')}</p>}
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <li key={notice.id} className="py-3 text-sm">
            <p
              className={classNames(
                // Payouts may be off for more than one reason.
                'whitespace-pre-line',
                notice.resolvedAt !== null ? 'text-text-2' : !notice.isRead && 'font-semibold',
              )}
            >
              {t(`admin.notice.${notice.kind}`, describeDetails(notice.details))}
            </p>
            <p className="text-[13px]/[18px] text-text-3">
              {`${formatDateTime(notice.raisedAt)}${notice.resolvedAt !== null ? ` · ${t('admin.notices.resolved')}` : ''}`}
            </p>
            {notice.resolvedAt === null && (
              <Link
                to={findPageOfNotice(notice)}
                onClick={onFollow}
                className="inline-flex min-h-11 items-center font-medium text-primary underline"
              >
                {t('admin.notices.look')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Page of what the notice is about; what waits for a decision is decided in its queue. */
function findPageOfNotice({ kind, subject }: NoticeView): string {
  return (kind === 'withdrawal-review' ? undefined : findPageOf(subject)) ?? WHERE[kind];
}

/** Screen on which each kind can be resolved. */
const WHERE: Readonly<Record<NoticeView['kind'], string>> = {
  'withdrawal-review': `${paths.admin}#reviews`,
  'reserve-low': adminPaths.reserve,
  'reconciliation-difference': adminPaths.reconciliation,
  'transaction-stuck': adminPaths.history,
  'transaction-unreadable': adminPaths.reconciliation,
  'blocks-unproved': adminPaths.reconciliation,
  'transfers-unmatched': adminPaths.reconciliation,
  'hot-wallet-short': `${paths.admin}#hotWallet`,
  'payouts-frozen': `${paths.admin}#hotWallet`,
  'payment-lost': adminPaths.reopened,
  'transfer-quarantined': adminPaths.reconciliation,
  'deposit-blocked': adminPaths.reconciliation,
  'clock-skew': `${paths.admin}#hotWallet`,
  'terms-proposal': adminPaths.reserve,
  'dependency-trouble': paths.admin,
  'backup-late': paths.admin,
};

/** Details with their amounts as a page writes them; an amount of the chain, which has more places, stays as it is. */
function describeDetails(details: NoticeView['details']): NoticeView['details'] {
  const { amount, reserve, currency = '' } = details;
  return {
    ...details,
    ...(amount !== undefined && { amount: describeAmount(amount) }),
    ...(reserve !== undefined && { reserve: `${describeAmount(reserve)} ${currency}` }),
  };
}

function describeAmount(text: string): string {
  const { success, data } = AmountOrZeroString.safeParse(text);
  return success ? displayAmount(parseAmount(data), ADMIN_PLACES, currentLanguage()) : text;
}
