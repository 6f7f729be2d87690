import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { formatPercent, formatRunway } from '../../components/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What the figures are made of, and the terms that hold for new investments. */
export function Balances() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <Card title={t('transparency.balances')}>
      <div className="space-y-5">
        {figures.isPending && <Skeleton className="h-[600px]" />}
        {figures.isError && figures.data === undefined && (
          <LoadError textId="held.failed" onRetry={() => void figures.refetch()} />
        )}
        {figures.data?.currencies.map((one) => (
          <CurrencyFacts key={one.currency} figures={one} />
        ))}
        {figures.data !== undefined && (
          <p className="text-sm text-text-2">
            {t('transparency.terms', {
              version: figures.data.terms.version,
              rate: formatPercent(figures.data.terms.targetRatePpm),
              days: figures.data.terms.termDays,
              date: formatDate(figures.data.terms.publishedAt),
            })}
          </p>
        )}
      </div>
    </Card>
  );
}

function CurrencyFacts({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency, held, owed, invested, reserve, surplus, inTransit, runwayTenthDays } = figures;
  const row = (id: string, micro: bigint) =>
    [t(id), <Amount key={id} micro={micro} currency={currency} />] as const;
  return (
    <section aria-label={currency}>
      <h3 className="mb-2 font-semibold">{currency}</h3>
      <Facts
        facts={[
          row('transparency.held', held),
          row('transparency.owed', owed),
          row('transparency.invested', invested),
          row('transparency.reserve', reserve),
          [t('transparency.runway'), formatRunway(runwayTenthDays)],
          row('transparency.surplus', surplus),
          row('transparency.transit', inTransit),
        ]}
      />
    </section>
  );
}
