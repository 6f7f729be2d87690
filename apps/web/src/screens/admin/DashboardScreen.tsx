import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Charts } from './Charts.tsx';
import { Counters } from './Counters.tsx';
import { ReviewQueue } from './ReviewQueue.tsx';
import { SolvencyCard } from './SolvencyCard.tsx';
import { TreasuryCard } from './TreasuryCard.tsx';

const MORE = [
  { to: adminPaths.reserve, text: 'admin.reserve.title', hint: 'admin.reserve.hint' },
  { to: adminPaths.reconciliation, text: 'admin.books.title', hint: 'admin.books.hint' },
  { to: adminPaths.auditLog, text: 'admin.audit.title', hint: 'admin.audit.hint' },
  { to: adminPaths.sweep, text: 'admin.sweep.pageTitle', hint: 'admin.sweep.hint' },
] as const;

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
      <Card title={t('admin.more')}>
        <ul className="grid gap-x-6 md:grid-cols-2">
          {MORE.map(({ to, text, hint }) => (
            <li key={to} className="py-2">
              <Link to={to} className="inline-flex min-h-11 items-center font-medium text-primary underline">
                {t(text)}
              </Link>
              <p className="text-[13px]/[18px] text-text-2">{t(hint)}</p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
