import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { ADMIN_PLACES } from '../../components/amounts.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { formatRunway } from '../../components/rates.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What the pool holds, owes and has left over, how long the reserve lasts, and when that was last compared with the chains. */
export function SolvencyCard() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const books = trpc.books.listReconciliations.useQuery();
  const checkedAt = Math.min(...(books.data?.map((one) => one.checkedAt) ?? []));
  const differs = books.data?.some((one) => one.differsSince !== null) ?? false;
  return (
    <Card title={t('admin.solvency.title')}>
      {figures.data === undefined && !figures.isError && <Skeleton className="h-[606px] lg:h-[247px]" />}
      {figures.isError && figures.data === undefined && (
        <LoadError textId="held.failed" onRetry={() => void figures.refetch()} />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {figures.data?.currencies.map((one) => (
          <CurrencyFacts key={one.currency} figures={one} />
        ))}
      </div>
      <p className="mt-4 min-h-9 text-[13px]/[18px] text-text-2 lg:min-h-[18px]">
        {books.data !== undefined && (
          <>
            {books.data.length === 0
              ? t('admin.solvency.notCompared')
              : t(differs ? 'admin.solvency.differs' : 'admin.solvency.agrees', {
                  time: formatDateTime(checkedAt),
                })}{' '}
            <Link to={adminPaths.reconciliation} className="font-medium text-primary underline">
              {t('admin.books.title')}
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}

function CurrencyFacts({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency, held, owed, reserve, surplus, inTransit, runwayTenthDays } = figures;
  const money = (micro: bigint) => <Amount micro={micro} currency={currency} places={ADMIN_PLACES} />;
  return (
    <Facts
      facts={[
        [t('admin.solvency.holds'), money(held)],
        [t('admin.solvency.owes'), money(owed)],
        [t('admin.solvency.reserve'), money(reserve)],
        [t('admin.solvency.surplus'), money(surplus)],
        [t('admin.solvency.inTransit'), money(inTransit)],
        [t('admin.solvency.runway'), formatRunway(runwayTenthDays)],
      ]}
    />
  );
}
