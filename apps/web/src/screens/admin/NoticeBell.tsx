import { Bell } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { t } from '../../i18n/language.ts';
import { SideSheet } from '../../ui/SideSheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const COUNT_MAX = 99;

const NoticeList = lazyPage(async () => (await import('./NoticeList.tsx')).NoticeList);

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
          {notices.isPending && <Skeleton className="h-40" />}
          {notices.data !== undefined && (
            <Part>
              <NoticeList notices={notices.data.notices} unread={unread} onFollow={() => setOpen(false)} />
            </Part>
          )}
        </SideSheet>
      )}
    </>
  );
}
