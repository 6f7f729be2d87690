// SQL of what is due in a run. The version of the terms is one constant per run, so no row is joined to it.
import { type Currency, DAY_MS, RATE_SCALE_PPB, RATE_SCALE_PPM, type Terms } from '@glasspool/core';
import { scaleDownSql } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';

/** Scope of a run: everything of a currency and version that fell due until a moment. Constant for the whole run. */
export interface RunScope {
  readonly currency: Currency;
  readonly terms: Terms;
  readonly runAt: number;
  readonly dueUntil: number;
}

/** Place in the order of due investments. */
export interface Cursor {
  readonly at: number;
  readonly id: string;
}

/** A page of due investments in the order of their due times, with the reward of their next day at the target rate. */
export function duePage(
  scope: RunScope,
  page: { after?: Cursor | undefined; limit: number },
): RawBuilder<unknown> {
  const { currency, terms } = scope;
  const { after, limit } = page;
  const from = after === undefined ? sql`` : sql`and (i.next_reward_at, i.id) > (${after.at}, ${after.id})`;
  return sql`select i.id as investment_id, i.user_id, i.rewarded_days + 1 as day, i.principal_micro, i.next_reward_at,
      ${dueSql(scope)} as due_micro
    from investment i
    where i.currency = ${currency} and i.terms_version = ${terms.version} and i.next_reward_at <= ${scope.dueUntil} ${from}
    order by i.next_reward_at, i.id limit ${limit}`;
}

/**
 * Reward of one day at the target rate; 0 while the investment is paused. A pause counts by the run's own time, so that collecting and
 * paying find the same.
 */
function dueSql({ terms, runAt }: RunScope): RawBuilder<bigint> {
  const target = scaleDownSql(sql<bigint>`i.principal_micro`, terms.targetRatePpm, RATE_SCALE_PPM);
  return sql<bigint>`case when i.paused_at is not null and i.paused_at <= ${runAt}
    and (i.resumed_at is null or i.resumed_at >= ${runAt}) then 0 else ${target} end`;
}

/**
 * Referral rewards of a page before the cap: shares of rewards, never of anyone's deposit, for up to three inviters above the investor.
 * Left joins from the page outwards, which no statistics can turn round.
 */
export function referralRows(page: RawBuilder<unknown>, scope: Pick<RunScope, 'terms'>): RawBuilder<unknown> {
  const [level1, level2, level3] = scope.terms.referralRatesPpm.map((ppm) =>
    scaleDownSql(sql<bigint>`due_micro`, ppm, RATE_SCALE_PPM),
  );
  return sql`select investment_id, day, level, user_id, due_micro from (
      with chain as materialized (
        select page.investment_id, page.day, page.due_micro, l0.referred_by as user1, l1.referred_by as user2,
          l2.referred_by as user3
        from (${page}) as page
          left join "user" l0 on l0.id = page.user_id
          left join "user" l1 on l1.id = l0.referred_by
          left join "user" l2 on l2.id = l1.referred_by
        where page.due_micro > 0 and l0.referred_by is not null
      )
      select investment_id, day, 1 as level, user1 as user_id, ${level1} as due_micro from chain
      union all select investment_id, day, 2, user2, ${level2} from chain where user2 is not null
      union all select investment_id, day, 3, user3, ${level3} from chain where user3 is not null
    ) as referral where due_micro > 0`;
}

/** `floor(amount × share / 10^9)` in SQL. */
export function shareSql(amountMicro: RawBuilder<bigint>, sharePpb: number): RawBuilder<bigint> {
  return scaleDownSql(amountMicro, sharePpb, RATE_SCALE_PPB);
}

/** Time of the next reward after a day was paid, or null after the last day of the term. */
export function nextRewardSql({ terms }: Pick<RunScope, 'terms'>): RawBuilder<number | null> {
  return sql<number | null>`case when rewarded_days + 1 < ${terms.termDays}
    then created_at + (rewarded_days + 2) * ${sql.lit(DAY_MS)} else null end`;
}
