import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { t } from '../../i18n/language.ts';
import { API_DOCS, HOW_IT_WORKS, paths } from '../../paths.ts';
import { Logo } from './Logo.tsx';

const LINK = 'inline-flex min-h-11 items-center text-[15px] font-medium text-text-2 hover:text-text';
const BUTTON =
  'inline-flex min-h-11 items-center justify-center rounded-control px-4 text-[15px] font-medium';

/** Head of the public pages: where they are, and the way in. */
export function PublicHeader() {
  const session = useSession();
  return (
    <header className="mx-auto flex min-h-16 max-w-[1120px] items-center gap-x-8 px-4 lg:px-8">
      <Logo to={paths.landing} />
      <nav aria-label={t('header.label')} className="flex gap-x-6 max-md:hidden">
        <Link to={HOW_IT_WORKS} className={LINK}>
          {t('header.how')}
        </Link>
        <Link to={paths.transparency} className={LINK}>
          {t('header.proof')}
        </Link>
        <Link to={paths.timeMachine} className={LINK}>
          {t('header.timeMachine')}
        </Link>
        <a href={API_DOCS} className={LINK}>
          {t('header.api')}
        </a>
      </nav>
      <div className="ml-auto flex gap-2">
        {session === undefined ? (
          <>
            <Link
              to={paths.logIn}
              className={`${BUTTON} border border-line-strong bg-surface hover:bg-sunken`}
            >
              {t('landing.signIn')}
            </Link>
            <Link to={paths.signUp} className={`${BUTTON} bg-primary text-on-primary max-sm:hidden`}>
              {t('landing.signUpButton')}
            </Link>
          </>
        ) : (
          <Link to={paths.home} className={`${BUTTON} bg-primary text-on-primary`}>
            {t('landing.dashboard')}
          </Link>
        )}
      </div>
    </header>
  );
}
