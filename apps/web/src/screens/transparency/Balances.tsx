import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { sumAssets, sumClaims } from '../../components/money/figures.ts';
import { formatPercent, formatRunway } from '../../components/money/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Balance sheet of each currency, and the terms for new investments. */
export function Balances() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <div>
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        {figures.isPending && <Skeleton className="h-[600px]" />}
        {figures.isError && figures.data === undefined && (
          <LoadError textId="held.failed" onRetry={() => void figures.refetch()} />
        )}
        {figures.data?.currencies.map((one) => (
          <CurrencyFacts key={one.currency} figures={one} />
        ))}
        {figures.data !== undefined && (
          <p className="text-sm text-text-2 lg:col-span-2">
            {t('transparency.terms', {
              version: figures.data.terms.version,
              rate: formatPercent(figures.data.terms.targetRatePpm),
              days: figures.data.terms.termDays,
              date: formatDate(figures.data.terms.publishedAt),
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function CurrencyFacts({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency } = figures;
  const row = (id: string, micro: bigint) =>
    [t(id), <Amount key={id} micro={micro} currency={currency} />] as const;
  return (
    <section aria-label={currency} className="space-y-3">
      <h3 className="font-semibold">{currency}</h3>
      <Facts
        facts={[
          row('transparency.custody', figures.custody),
          row('transparency.inFlight', figures.inFlight),
          row('transparency.receivable', figures.userReceivable),
          ...(figures.uncoveredReceivable > 0n
            ? [row('transparency.uncovered', figures.uncoveredReceivable)]
            : []),
          row('transparency.assets', sumAssets(figures)),
        ]}
      />
      <Facts
        facts={[
          row('transparency.owed', figures.owedToUsers),
          row('transparency.reserve', figures.rewardReserve),
          row('transparency.payable', figures.rewardsPayable),
          row('transparency.ownFunds', figures.ownFunds),
          row('transparency.claims', sumClaims(figures)),
        ]}
      />
      <Facts
        facts={[
          row('transparency.invested', figures.invested),
          row('transparency.available', figures.ownFundsAvailable),
          row('transparency.withdrawingByOperator', figures.withdrawingByOperator),
          row('transparency.networkFees', figures.networkFeesPaid),
          ...figures.reserves.map(
            (one) =>
              [
                t('transparency.reserveOf', { version: one.termsVersion }),
                <span key={one.termsVersion}>
                  <Amount micro={one.reserve} currency={currency} />
                  <span className="block text-[13px]/[18px] font-normal text-text-3">
                    {formatRunway(one.runwayTenthDays)}
                  </span>
                </span>,
              ] as const,
          ),
          ...figures.quarantined.map(
            ({ reason, amount }) =>
              [
                t(`transparency.quarantined.${reason}`),
                <span key={amount}>{`${amount} ${currency}`}</span>,
              ] as const,
          ),
        ]}
      />
    </section>
  );
}
