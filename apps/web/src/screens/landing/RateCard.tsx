import { trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { formatPercent, formatRunway } from '../../components/rates.ts';
import { describeLastRun, findReserve, findShortestReserve } from '../../components/reserves.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const DAYS_A_YEAR = 365;
/** The target of the first terms, until the server has said which hold now. */
const TARGET_PPM = 20_000;

/** The rate, with its source and its limit beside it. */
export function RateCard() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const ratePpm = figures.data?.terms.targetRatePpm ?? TARGET_PPM;
  const version = figures.data?.terms.version ?? 0;
  return (
    <Card title={t('rate.title')}>
      <div className="grid gap-6 lg:grid-cols-2">
        <p className="max-w-[62ch] text-text-2">
          {t('rate.text', { day: formatPercent(ratePpm), year: formatPercent(ratePpm * DAYS_A_YEAR) })}
        </p>
        {figures.data === undefined ? (
          <Skeleton className="h-[170px]" />
        ) : (
          <Facts
            facts={figures.data.currencies.map((one) => [
              t('rate.reserve', { currency: one.currency }),
              <span key={one.currency}>
                <Amount micro={one.rewardReserve} currency={one.currency} />
                <span className="block text-[13px]/[18px] font-normal text-text-2">
                  {formatRunway(one.runwayTenthDays)}
                </span>
                <span className="block text-[13px]/[18px] font-normal text-text-2">
                  {describeLastRun(findShortestReserve(one) ?? findReserve(one, version))}
                </span>
              </span>,
            ])}
          />
        )}
      </div>
    </Card>
  );
}
