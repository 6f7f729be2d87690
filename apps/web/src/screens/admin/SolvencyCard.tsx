import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { formatRunway } from '../../components/money/rates.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Balance sheet, runway of the reserves, and the last comparison with the chains. */
export function SolvencyCard() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const books = trpc.books.listReconciliations.useQuery();
  const checkedAt = Math.min(...(books.data?.map((one) => one.checkedAt) ?? []));
  const differs = books.data?.some((one) => one.differsSince !== null) ?? false;
  return (
    <Card title={t('admin.solvency.title')}>
      {figures.data === undefined && !figures.isError && <Skeleton className="h-[870px] lg:h-[370px]" />}
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
            <span>
              {books.data.length === 0
                ? t('admin.solvency.notCompared')
                : t(differs ? 'admin.solvency.differs' : 'admin.solvency.agrees', {
                    time: formatDateTime(checkedAt),
                  })}
            </span>{' '}
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
  const { currency } = figures;
  const row = (id: string, micro: bigint) =>
    [t(id), <Amount key={id} micro={micro} currency={currency} places={ADMIN_PLACES} />] as const;
  return (
    <Facts
      facts={[
        row('transparency.custody', figures.custody),
        row('transparency.inFlight', figures.inFlight),
        row('transparency.receivable', figures.userReceivable),
        ...(figures.uncoveredReceivable > 0n
          ? [row('transparency.uncovered', figures.uncoveredReceivable)]
          : []),
        row('transparency.owed', figures.owedToUsers),
        row('transparency.reserve', figures.rewardReserve),
        row('transparency.payable', figures.rewardsPayable),
        row('transparency.available', figures.ownFundsAvailable),
        row('transparency.withdrawingByOperator', figures.withdrawingByOperator),
        [t('admin.solvency.runway'), formatRunway(figures.runwayTenthDays)],
      ]}
    />
  );
}
