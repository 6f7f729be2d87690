import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { Footer } from '../../components/frame/Footer.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { PublicHeader } from '../../components/frame/PublicHeader.tsx';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { BadNews } from './BadNews.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { Movements } from './Movements.tsx';
import { type OverviewState, useOverview } from './overview.ts';
import { PoolNow } from './PoolNow.tsx';
import { Product } from './Product.tsx';
import { ProofChips } from './ProofChips.tsx';
import { RateHistory } from './RateHistory.tsx';

const BUTTON = 'inline-flex min-h-12 items-center justify-center rounded-control px-6 font-medium';

/** The start page: the pool in one sentence, held and owed at this moment, promised and paid rewards, three steps, newest movements. */
export function LandingScreen() {
  const overview = useOverview();
  return (
    <>
      <PublicHeader />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[1120px] space-y-16 px-4 pt-6 pb-20 lg:space-y-20 lg:px-8 lg:pt-10"
      >
        <div className="space-y-6">
          <BadNews overview={overview.data} />
          <div className="grid items-center gap-10 lg:grid-cols-[1fr_1.08fr] lg:gap-14">
            <Introduction overview={overview} />
            <PoolNow overview={overview} />
          </div>
        </div>
        <RateHistory overview={overview} />
        <HowItWorks />
        <Movements overview={overview} />
        <Product />
        <section id="test-network" aria-labelledby="test-network-title" className="scroll-mt-28">
          <h2 id="test-network-title" className="mb-2 text-2xl font-semibold tracking-[-0.02em]">
            {t('landing.test.title')}
          </h2>
          <p className="max-w-[70ch] text-text-2">{t('landing.test.text')}</p>
        </section>
      </main>
      <Footer sourceUrl={overview.data?.sourceUrl} />
    </>
  );
}

/** Promised and paid, for another page: here, so that both load the same code and the start page loads no part more. */
export function PromisedAndPaid() {
  return <RateHistory overview={useOverview()} />;
}

function Introduction({ overview }: { overview: OverviewState }) {
  const isSignedIn = useSession() !== undefined;
  return (
    <div>
      <div className="[&_h1]:text-[40px]/[44px] [&_h1]:font-bold [&_h1]:tracking-[-0.035em] lg:[&_h1]:text-[60px]/[62px]">
        <PageTitle>{t('landing.title')}</PageTitle>
      </div>
      <p className="mt-5 max-w-[34ch] text-lg/7 text-text-2 lg:text-[19px]/7">{t('landing.text')}</p>
      <p className="mt-7 flex flex-wrap gap-3">
        {isSignedIn ? (
          <Link to={paths.home} className={`${BUTTON} bg-primary text-on-primary`}>
            {t('landing.dashboard')}
          </Link>
        ) : (
          <Link to={paths.signUp} className={`${BUTTON} bg-primary text-on-primary`}>
            {t('landing.signUpButton')}
          </Link>
        )}
        <Link
          to={paths.transparency}
          className={`${BUTTON} border border-line-strong bg-surface hover:bg-sunken`}
        >
          {t('landing.check')}
        </Link>
      </p>
      <ProofChips overview={overview.data} />
    </div>
  );
}
