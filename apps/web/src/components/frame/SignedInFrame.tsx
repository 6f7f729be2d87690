import { MessageCircle, UserPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { useLiveUpdates } from '../../api/use-live-updates.ts';
import { t } from '../../i18n/language.ts';
import { ABOUT_PDF, paths } from '../../paths.ts';
import { Logo } from './Logo.tsx';
import { MainNavigation } from './MainNavigation.tsx';
import { PageOutlet } from './PageOutlet.tsx';

const FOOTER_LINK = 'inline-flex min-h-11 items-center font-medium text-primary underline';

/** Top bar, tabs and page of a signed-in user, kept up to date over the websocket. */
export function SignedInFrame() {
  const { isLive } = useLiveUpdates();
  const session = useSession();
  return (
    <div className="lg:pl-[88px]" data-live={isLive}>
      <header className="sticky top-8 z-20 border-b border-line bg-surface lg:-ml-[88px] short:static">
        <div className="flex min-h-14 items-center justify-between gap-2 px-4 lg:px-8">
          <Logo to={paths.home} />
          <div className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 truncate text-sm text-text-2 max-lg:sr-only">{session?.email}</span>
            <Link
              to={paths.support}
              aria-label={t('frame.chat')}
              className="inline-flex size-11 items-center justify-center rounded-control text-text-2 hover:bg-sunken"
            >
              <MessageCircle aria-hidden size={22} />
            </Link>
            <Link
              to={paths.network}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-primary-soft px-3 text-sm font-medium whitespace-nowrap text-primary sm:px-4"
            >
              <UserPlus aria-hidden size={18} className="max-[359px]:hidden" />
              <span>{t('frame.invite')}</span>
            </Link>
          </div>
        </div>
      </header>
      <MainNavigation />
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1120px] px-4 pt-6 pb-8 lg:px-8">
        <PageOutlet />
      </main>
      <footer className="mx-auto flex max-w-[1120px] flex-wrap gap-x-6 px-4 pb-28 text-sm lg:px-8 lg:pb-8 short:pb-8">
        <Link to={paths.transparency} className={FOOTER_LINK}>
          {t('footer.transparency')}
        </Link>
        <a href={ABOUT_PDF} target="_blank" rel="noreferrer" className={FOOTER_LINK}>
          {t('footer.about')}
        </a>
      </footer>
    </div>
  );
}
