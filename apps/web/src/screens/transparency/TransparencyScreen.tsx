import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { Footer } from '../../components/frame/Footer.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { Part } from '../../components/frame/Part.tsx';
import { PublicHeader } from '../../components/frame/PublicHeader.tsx';
import { HeldAndOwed } from '../../components/money/HeldAndOwed.tsx';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Balances } from './Balances.tsx';
import { LateProof } from './LateProof.tsx';
import { NodeNotices } from './NodeNotices.tsx';
import { PositionHistory } from './PositionHistory.tsx';
import { ProofLadder } from './ProofLadder.tsx';
import { RewardRuns } from './RewardRuns.tsx';
import { Snapshots } from './Snapshots.tsx';
import { SolvencySentence } from './SolvencySentence.tsx';

/** The checks come with a user who wants them, not with the page. */
const VerifyBalance = lazyPage(async () => (await import('./VerifyBalance.tsx')).VerifyBalance);

/** The files of a snapshot are read by contracts that the rest of the page does without. */
const ReserveAddresses = lazyPage(async () => (await import('./ReserveAddresses.tsx')).ReserveAddresses);

/** The last card of a long page. */
const TermsVersions = lazyPage(async () => (await import('./TermsVersions.tsx')).TermsVersions);

/** Signatures are checked by code that the rest of the page does without. */
const Watchers = lazyPage(async () => (await import('./Watchers.tsx')).Watchers);

const LIMITS = ['ledger', 'debts', 'reserve', 'moment', 'keys', 'omitted', 'privacy', 'code'] as const;

/** Bad news and a summary first, then how to check it, then every figure, folded: for anyone. */
export function TransparencyScreen({ promisedAndPaid }: { promisedAndPaid: ReactNode }) {
  const session = useSession();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <>
      <PublicHeader />
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1120px] space-y-6 px-4 pt-6 pb-16 lg:px-8">
        <PageTitle>{t('transparency.title')}</PageTitle>
        <p className="max-w-[70ch] text-lg text-text-2">{t('transparency.lead')}</p>
        <NodeNotices />
        <LateProof />
        <SolvencySentence />
        <HeldAndOwed />
        <section
          className="rounded-card border border-line bg-surface px-5 lg:px-6"
          aria-label={t('transparency.balances')}
        >
          <Disclosure title={t('transparency.balances')}>
            <Balances />
          </Disclosure>
        </section>
        <PositionHistory />
        <ProofLadder />
        {session !== undefined && (
          <Part fallback={<Skeleton className="h-64" />}>
            <VerifyBalance email={session.email} />
          </Part>
        )}
        <Part fallback={<Skeleton className="h-64" />}>
          <ReserveAddresses />
        </Part>
        <div id="snapshots" className="scroll-mt-28">
          <Snapshots />
        </div>
        <Part fallback={<Skeleton className="h-40" />}>
          <Watchers />
        </Part>
        <Part fallback={<Skeleton className="h-[540px]" />}>{promisedAndPaid}</Part>
        <RewardRuns />
        <div id="terms" className="scroll-mt-28">
          <Part fallback={<Skeleton className="h-64" />}>
            <TermsVersions />
          </Part>
        </div>
        <Card title={t('transparency.limits.title')}>
          <ul className="max-w-[70ch] list-disc space-y-2 pl-5 text-text-2">
            {LIMITS.map((limit) => (
              <li key={limit}>{t(`transparency.limits.${limit}`)}</li>
            ))}
          </ul>
        </Card>
      </main>
      <Footer sourceUrl={figures.data?.sourceUrl} />
    </>
  );
}
