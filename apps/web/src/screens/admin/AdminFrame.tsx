import { LogOut, Menu } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { describeCallError } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { useLiveUpdates } from '../../api/use-live-updates.ts';
import { useLogOut } from '../../components/account/use-log-out.ts';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { Logo } from '../../components/frame/Logo.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageOutlet } from '../../components/frame/PageOutlet.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { SideSheet } from '../../ui/SideSheet.tsx';
import { AdminNavigation } from './AdminNavigation.tsx';
import { NoticeBell } from './NoticeBell.tsx';
import { SweepButton } from './SweepButton.tsx';

const ICON_BUTTON =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-sunken';
const WIDE = '(min-width: 768px)';
/** Steps that an admin has to take first, on the profile page. */
const FIRST = ['TWO_FACTOR_NOT_ENROLLED', 'PASSWORD_CHANGE_REQUIRED'];

const SweepDialog = lazyPage(async () => (await import('../../dialogs/sweep.tsx')).SweepDialog);

/** Side bar, top bar and page of the back office, kept up to date over the websocket. */
export function AdminFrame() {
  useLiveUpdates();
  const [isCollapsed, setCollapsed] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const dialog = useUrlDialog(['sweep']);
  const { pathname } = useLocation();
  const { logOut } = useLogOut();
  const session = useSession();
  const notices = trpc.notices.listNotices.useQuery();
  const toDo = notices.isError ? describeCallError(notices.error, 'admin.noticesFailed').code : '';
  if (FIRST.includes(toDo) && pathname !== adminPaths.profile)
    return <Navigate to={adminPaths.profile} replace />;
  const toggleMenu = (): void => {
    if (window.matchMedia(WIDE).matches) setCollapsed(!isCollapsed);
    else setSheetOpen(true);
  };
  return (
    <div className={classNames('text-sm', !isCollapsed && 'md:pl-[248px]')}>
      {!isCollapsed && (
        <aside className="fixed inset-y-0 left-0 z-10 w-[248px] overflow-y-auto border-r border-line bg-surface px-4 pt-[calc(52px+var(--local-bar-height))] pb-6 max-md:hidden print:hidden">
          <Logo to={paths.admin} />
          <AdminNavigation />
        </aside>
      )}
      {isSheetOpen && (
        <SideSheet title={t('admin.menu')} side="left" onClose={() => setSheetOpen(false)}>
          <AdminNavigation onFollow={() => setSheetOpen(false)} />
        </SideSheet>
      )}
      <header className="sticky top-8 z-20 border-b border-line bg-surface short:static print:hidden">
        <div className="flex min-h-14 items-center justify-between gap-2 px-4 lg:px-8">
          <button type="button" aria-label={t('admin.menu')} className={ICON_BUTTON} onClick={toggleMenu}>
            <Menu aria-hidden size={22} />
          </button>
          <SweepButton className="max-md:hidden" onPress={() => dialog.open('sweep')} />
          <div className="flex min-w-0 items-center gap-1">
            <NoticeBell />
            <span
              aria-hidden
              className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-primary-soft font-semibold text-primary"
            >
              {session?.email.charAt(0).toUpperCase()}
            </span>
            <span className="min-w-0 truncate max-lg:sr-only">{session?.email}</span>
            <button type="button" aria-label={t('admin.logOut')} className={ICON_BUTTON} onClick={logOut}>
              <LogOut aria-hidden size={20} />
            </button>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1200px] space-y-6 px-4 pt-6 pb-12 lg:px-8">
        <SweepButton className="w-full md:hidden" onPress={() => dialog.open('sweep')} />
        <PageOutlet />
      </main>
      <DialogSlot name={dialog.kind} onClose={dialog.close}>
        {dialog.kind === 'sweep' && <SweepDialog onClose={dialog.close} />}
      </DialogSlot>
    </div>
  );
}
