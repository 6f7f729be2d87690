import { DataLayer } from '../../api/DataLayer.tsx';
import { Announcement } from '../../components/Announcement.tsx';
import { HeldAndOwed } from '../../components/HeldAndOwed.tsx';
import { ReserveNotices } from '../../components/ReserveNotices.tsx';
import { t } from '../../i18n/language.ts';
import { PublicTransactions } from './PublicTransactions.tsx';
import { RateCard } from './RateCard.tsx';

/** The waterlines of the landing page. */
export function LiveFigures() {
  return (
    <DataLayer>
      <div className="space-y-4">
        <Announcement />
        <ReserveNotices />
        <HeldAndOwed />
      </div>
    </DataLayer>
  );
}

/** The rate with the reserve behind it. */
export function LiveRate() {
  return (
    <DataLayer>
      <RateCard />
    </DataLayer>
  );
}

/** What came in and what went out. */
export function LiveTransactions() {
  return (
    <DataLayer>
      <div className="grid gap-6 lg:grid-cols-2">
        <PublicTransactions title={t('landing.deposits')} type="deposit" />
        <PublicTransactions title={t('landing.withdrawals')} type="withdrawal" />
      </div>
    </DataLayer>
  );
}
