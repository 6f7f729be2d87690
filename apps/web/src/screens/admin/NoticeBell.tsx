import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { type NoticeView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SideSheet } from '../../ui/SideSheet.tsx';

const COUNT_MAX = 99;

/** The bell with the number of unread notices, and the notices behind it. */
export function NoticeBell() {
  const [isOpen, setOpen] = useState(false);
  const notices = trpc.notices.listNotices.useQuery();
  const unread = notices.data?.unread ?? 0;
  return (
    <>
      <button
        type="button"
        aria-label={t('admin.notices.bell', { count: unread })}
        className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-sunken"
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden size={22} />
        {unread > 0 && (
          <span className="absolute top-1 right-0.5 min-w-5 rounded-full bg-negative px-1 text-center text-xs/5 font-semibold text-surface">
            {unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}
          </span>
        )}
      </button>
      {isOpen && (
        <SideSheet title={t('admin.notices.title')} side="right" onClose={() => setOpen(false)}>
          {notices.isError && notices.data === undefined && (
            <LoadError textId="admin.noticesFailed" onRetry={() => void notices.refetch()} />
          )}
          <NoticeList notices={notices.data?.notices ?? []} unread={unread} onFollow={() => setOpen(false)} />
        </SideSheet>
      )}
    </>
  );
}

interface NoticeListProps {
  readonly notices: readonly NoticeView[];
  readonly unread: number;
  readonly onFollow: () => void;
}

function NoticeList({ notices, unread, onFollow }: NoticeListProps) {
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
                notice.resolvedAt !== null ? 'text-text-2' : !notice.isRead && 'font-semibold',
              )}
            >
              {t(`admin.notice.${notice.kind}`, notice.details)}
            </p>
            <p className="text-[13px]/[18px] text-text-3">
              {formatDateTime(notice.raisedAt)}
              {notice.resolvedAt !== null && ` · ${t('admin.notices.resolved')}`}
            </p>
            {notice.resolvedAt === null && (
              <Link
                to={WHERE[notice.kind]}
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

/** Screen on which each kind can be resolved. */
const WHERE: Readonly<Record<NoticeView['kind'], string>> = {
  'withdrawal-review': `${paths.admin}#reviews`,
  'reserve-low': adminPaths.reserve,
  'reconciliation-difference': adminPaths.reconciliation,
  'transaction-stuck': adminPaths.history,
  'transaction-unreadable': adminPaths.reconciliation,
  'treasury-short': `${paths.admin}#treasury`,
  'payouts-frozen': `${paths.admin}#treasury`,
  'transfer-quarantined': adminPaths.reconciliation,
  'clock-skew': `${paths.admin}#treasury`,
  'terms-proposal': adminPaths.reserve,
};
