import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { Footer } from '../../components/Footer.tsx';
import { Logo } from '../../components/Logo.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { ABOUT_PDF, paths } from '../../paths.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What needs the server comes after the page itself can be read and used. */
const importLive = () => import('./live.tsx');
const LiveFigures = lazy(async () => ({ default: (await importLive()).LiveFigures }));
const LiveRate = lazy(async () => ({ default: (await importLive()).LiveRate }));
const LiveTransactions = lazy(async () => ({ default: (await importLive()).LiveTransactions }));

const BUTTON = 'inline-flex min-h-12 items-center justify-center rounded-control px-6 font-medium';
const TEXT_LINK = 'inline-flex min-h-11 items-center font-medium text-primary underline';

/** What the pool is, what it holds and owes at this moment, and what moved. */
export function LandingScreen() {
  const session = useSession();
  return (
    <>
      <header className="mx-auto flex min-h-14 max-w-[1120px] items-center justify-between px-4 lg:px-8">
        <Logo to={paths.landing} />
        <Link to={session === undefined ? paths.logIn : paths.home} className={TEXT_LINK}>
          {session === undefined ? t('landing.signIn') : t('landing.dashboard')}
        </Link>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[1120px] space-y-10 px-4 pt-8 pb-16 lg:space-y-14 lg:px-8 lg:pt-14"
      >
        <div className="grid items-center gap-10 lg:grid-cols-2">
          <Introduction isSignedIn={session !== undefined} />
          <Suspense fallback={<Skeleton className="h-[480px] rounded-card" />}>
            <LiveFigures />
          </Suspense>
        </div>
        <Suspense fallback={<Skeleton className="h-[240px] rounded-card" />}>
          <LiveRate />
        </Suspense>
        <section
          id="test-network"
          aria-labelledby="test-network-title"
          className="rounded-card border border-line bg-surface p-5 lg:p-6"
        >
          <h2 id="test-network-title" className="mb-3 text-[17px]/6 font-semibold lg:text-lg">
            {t('landing.test.title')}
          </h2>
          <p className="max-w-[70ch] text-text-2">{t('landing.test.text')}</p>
        </section>
        <div id="transactions" className="scroll-mt-28">
          <Suspense fallback={<Skeleton className="h-[430px] rounded-card" />}>
            <LiveTransactions />
          </Suspense>
        </div>
      </main>
      <Footer />
    </>
  );
}

function Introduction({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div>
      <div className="[&_h1]:text-[40px]/[44px] [&_h1]:tracking-[-0.03em] lg:[&_h1]:text-[64px]/[66px]">
        <PageTitle>{t('landing.title')}</PageTitle>
      </div>
      <p className="mt-5 max-w-[52ch] text-lg text-text-2">{t('landing.text')}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        {isSignedIn ? (
          <Link to={paths.home} className={`${BUTTON} bg-primary text-on-primary`}>
            {t('landing.dashboard')}
          </Link>
        ) : (
          <>
            <Link to={paths.signUp} className={`${BUTTON} bg-primary text-on-primary`}>
              {t('landing.signUpButton')}
            </Link>
            <Link to={paths.logIn} className={`${BUTTON} border border-line-strong bg-surface`}>
              {t('landing.signInButton')}
            </Link>
          </>
        )}
      </p>
      <p className="mt-4 flex flex-wrap gap-x-6">
        <a href={ABOUT_PDF} target="_blank" rel="noreferrer" className={TEXT_LINK}>
          {t('landing.about')}
        </a>
        <Link to={paths.transparency} className={TEXT_LINK}>
          {t('footer.transparency')}
        </Link>
        <Link to={{ hash: '#transactions' }} className={TEXT_LINK}>
          {t('landing.moved')}
        </Link>
      </p>
    </div>
  );
}
