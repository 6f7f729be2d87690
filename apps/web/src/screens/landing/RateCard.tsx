import type { PoolFigures } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { formatPercent, formatRunway } from '../../components/rates.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';

const DAYS_A_YEAR = 365;

/** The rate, with its source and its limit beside it. */
export function RateCard({ figures }: { figures: PoolFigures | undefined }) {
  const ratePpm = figures?.terms.targetRatePpm ?? 20_000;
  return (
    <Card title="About the rate">
      <div className="grid gap-6 lg:grid-cols-2">
        <p className="max-w-[62ch] text-text-2">
          Target reward: {formatPercent(ratePpm)} a day, paid only from a reserve that the operator funded.
          That is {formatPercent(ratePpm * DAYS_A_YEAR)} a year. No real investment pays this. When the
          reserve runs low, everyone's rate shrinks together; when it is empty, rewards stop. Nothing is ever
          paid out of anyone's deposit.
        </p>
        {figures !== undefined && (
          <Facts
            facts={figures.currencies.map((one) => [
              `Reserve, ${one.currency}`,
              <span key={one.currency}>
                <Amount micro={one.reserve} currency={one.currency} />
                <span className="block text-[13px] font-normal text-text-3">
                  {formatRunway(one.runwayTenthDays)}
                </span>
              </span>,
            ])}
          />
        )}
      </div>
    </Card>
  );
}
