import { type Currency, RATE_SCALE_PPB, targetRatePpb, USER_CURRENCIES } from '@glasspool/core';
import type { PoolDeps } from '@glasspool/pool/deps';
import { sql } from 'kysely';

/** Promised and paid rate of one reward run, or the worst figures of several consecutive runs. Amounts in micro-units. */
export interface RatePoint {
  readonly currency: Currency;
  /** Time of the last run of the point. */
  readonly runAt: number;
  readonly runs: number;
  readonly targetRatePpb: number;
  /** Lowest rate that one of the runs paid. */
  readonly effectiveRatePpb: number;
  /** Lowest reserve that one of the runs left. */
  readonly reserveMicro: bigint;
}

/**
 * Lists every closed reward run since the beginning, by currency, oldest first. If there are more runs than `points`, consecutive runs
 * share a point, which has the worst of each figure: no bad day is lost among good ones.
 */
export async function listRateHistory({ db }: Pick<PoolDeps, 'db'>, points: number): Promise<RatePoint[]> {
  const history: RatePoint[] = [];
  for (const currency of USER_CURRENCIES) {
    const { rows } = await sql<Omit<RatePoint, 'currency'>>`
      select max(run_at) as run_at, count(*) as runs, max(target_ppb) as target_rate_ppb,
        min(target_ppb * share_ppb / ${sql.lit(RATE_SCALE_PPB)}) as effective_rate_ppb, min(reserve_after) as reserve_micro
      from (
        select r.run_at, r.share_ppb, cast(t.target_rate_ppm as bigint) * ${sql.lit(targetRatePpb(1))} as target_ppb,
          r.reserve_before_micro - r.paid_micro - r.referral_paid_micro as reserve_after,
          (row_number() over (order by r.run_at, r.id) - 1) * ${points} / count(*) over () as point,
          count(*) over () as total, row_number() over (order by r.run_at, r.id) - 1 as place
        from reward_run r join terms t on t.version = r.terms_version
        where r.currency = ${currency} and r.state = 'closed'
      ) as closed
      group by case when total > ${points} then point else place end
      order by max(run_at)`.execute(db.read);
    history.push(...rows.map((row) => ({ currency, ...row })));
  }
  return history;
}
