import { PageTitle } from '../../components/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { Charts } from './Charts.tsx';
import { Counters } from './Counters.tsx';
import { ReviewQueue } from './ReviewQueue.tsx';
import { SolvencyCard } from './SolvencyCard.tsx';
import { TreasuryCard } from './TreasuryCard.tsx';

/** Trouble first: what is held and owed, the treasury, what waits for a decision; then the figures. */
export function DashboardScreen() {
  return (
    <>
      <PageTitle>{t('admin.title')}</PageTitle>
      <SolvencyCard />
      <div id="treasury" className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <TreasuryCard />
        <div id="reviews">
          <ReviewQueue />
        </div>
      </div>
      <Counters />
      <Charts />
    </>
  );
}
