import { type Currency, DAY_MS, reserveLevel, runwayTenthDays, targetReward } from '@glasspool/core';
import type { PoolFigures } from '../api/trpc.ts';
import { LoadError } from '../components/frame/LoadError.tsx';
import { Amount } from '../components/money/Amount.tsx';
import { formatMoney } from '../components/money/amounts.ts';
import { formatPercent, formatRunway, formatTenths } from '../components/money/rates.ts';
import { describeLastRun, findReserve } from '../components/money/reserves.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** A runway counts in tenths of a day. */
const TENTHS = 10;

/** The live figures of the pool, as they are asked for. */
export interface FiguresQuery {
  readonly data: PoolFigures | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

interface InvestmentTermsProps {
  readonly figures: FiguresQuery;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** Terms of an investment in full, for an amount, before anyone agrees to them. */
export function InvestmentTerms({ figures, ...investment }: InvestmentTermsProps) {
  const { data, isPending, isError, refetch } = figures;
  return (
    <>
      {isPending && <Skeleton className="h-[480px]" />}
      {isError && data === undefined && (
        <LoadError textId="invest.termsFailed" onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Terms figures={data} {...investment} />}
    </>
  );
}

interface TermsProps extends Omit<InvestmentTermsProps, 'figures'> {
  readonly figures: PoolFigures;
}

function Terms({ figures, currency, amount }: TermsProps) {
  const { version, targetRatePpm, termDays } = figures.terms;
  // Investments of a version are rewarded from their version's reserve only.
  const inCurrency = figures.currencies.find((one) => one.currency === currency);
  const own = inCurrency && findReserve(inCurrency, version);
  const reserve = own?.reserve ?? 0n;
  const runway = runwayTenthDays(reserve, targetReward((own?.principal ?? 0n) + amount, targetRatePpm));
  const isTooShort = runway !== undefined && runway < termDays * TENTHS;
  return (
    <>
      {isTooShort && <ShortReserve currency={currency} runway={runway} term={termDays} />}
      <Facts
        facts={[
          [t('invest.amount'), <Amount key="amount" micro={amount} currency={currency} />],
          [
            t('invest.rate'),
            <span key="rate">
              <span>
                {t('invest.rateValue', {
                  rate: formatPercent(targetRatePpm),
                  amount: formatMoney(targetReward(amount, targetRatePpm), currency),
                })}
              </span>
              <span className="block">{describeLastRun(own)}</span>
            </span>,
          ],
          [
            t('invest.source'),
            <span key="reserve">
              <Amount micro={reserve} currency={currency} />
              <span className="block">
                {t('invest.sourceRunway', { runway: formatRunway(runway ?? null) })}
              </span>
            </span>,
          ],
          [t('invest.low'), t('invest.lowValue')],
          [t('invest.term'), t('invest.termValue', { days: termDays })],
          [t('invest.unlocks'), formatDateTime(figures.now + termDays * DAY_MS)],
          [t('invest.before'), t('invest.beforeValue')],
          [t('invest.value'), t('invest.valueValue')],
        ]}
      />
    </>
  );
}

/** Bad news before the terms: the reserve does not pay the target for the whole term. `runway` in tenths of a day. */
function ShortReserve({ currency, runway, term }: { currency: Currency; runway: number; term: number }) {
  const isEmpty = reserveLevel(runway) === 'empty';
  return (
    <Notice look={isEmpty ? 'negative' : 'warning'}>
      <strong className="block font-semibold">
        {isEmpty
          ? t('invest.reserveEmpty', { currency })
          : t('invest.short', { currency, days: formatTenths(runway), term })}
      </strong>
      <span>{t(isEmpty ? 'invest.locked' : 'invest.shortMeans')}</span>
    </Notice>
  );
}
