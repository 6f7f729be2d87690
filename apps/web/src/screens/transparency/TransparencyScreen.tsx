import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { Footer } from '../../components/Footer.tsx';
import { HeldAndOwed } from '../../components/HeldAndOwed.tsx';
import { Logo } from '../../components/Logo.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Balances } from './Balances.tsx';
import { RewardRuns } from './RewardRuns.tsx';
import { Snapshots } from './Snapshots.tsx';
import { SolvencySentence } from './SolvencySentence.tsx';
import { TermsVersions } from './TermsVersions.tsx';

/** The checks come with a user who wants them, not with the page. */
const VerifyBalance = lazy(async () => ({ default: (await import('./VerifyBalance.tsx')).VerifyBalance }));

/** Signatures are checked by code that the rest of the page does without. */
const Watchers = lazy(async () => ({ default: (await import('./Watchers.tsx')).Watchers }));

/** What the pool holds and owes, its reserve and every reward run, for anybody. */
export function TransparencyScreen() {
  const session = useSession();
  return (
    <>
      <header className="mx-auto flex min-h-14 max-w-[1120px] items-center justify-between px-4 lg:px-8">
        <Logo to={paths.landing} />
        <Link
          to={session === undefined ? paths.logIn : paths.home}
          className="inline-flex min-h-11 items-center font-medium text-primary underline"
        >
          {session === undefined ? t('landing.signIn') : t('landing.dashboard')}
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1120px] space-y-6 px-4 pt-6 pb-16 lg:px-8">
        <PageTitle>{t('transparency.title')}</PageTitle>
        <p className="max-w-[70ch] text-lg text-text-2">{t('transparency.lead')}</p>
        <SolvencySentence />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <HeldAndOwed />
          <Balances />
        </div>
        {session !== undefined && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <VerifyBalance email={session.email} />
          </Suspense>
        )}
        <Snapshots />
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Watchers />
        </Suspense>
        <RewardRuns />
        <TermsVersions />
        <Card title={t('transparency.limits.title')}>
          <ul className="max-w-[70ch] list-disc space-y-2 pl-5 text-text-2">
            <li>{t('transparency.limits.ledger')}</li>
            <li>{t('transparency.limits.debts')}</li>
            <li>{t('transparency.limits.reserve')}</li>
            <li>{t('transparency.limits.moment')}</li>
            <li>{t('transparency.limits.keys')}</li>
            <li>{t('transparency.limits.omitted')}</li>
            <li>{t('transparency.limits.privacy')}</li>
            <li>{t('transparency.limits.code')}</li>
          </ul>
        </Card>
      </main>
      <Footer />
    </>
  );
}
