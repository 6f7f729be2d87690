import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { Charts } from './Charts.tsx';
import { Counters } from './Counters.tsx';
import { HotWalletCard } from './HotWalletCard.tsx';
import { ReviewQueue } from './ReviewQueue.tsx';
import { SolvencyCard } from './SolvencyCard.tsx';

/** Trouble first: what is held and owed, the hot wallet, what waits for a decision; then the figures. */
export function DashboardScreen() {
  return (
    <>
      <PageTitle>{t('admin.title')}</PageTitle>
      <SolvencyCard />
      <div id="hotWallet" className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <HotWalletCard />
        <div id="reviews">
          <ReviewQueue />
        </div>
      </div>
      <Counters />
      <Charts />
    </>
  );
}
