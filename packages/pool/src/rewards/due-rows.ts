// What is due in a run, as sources of rows: the same expressions give the totals of a run and its rows.
import { type Currency, RATE_SCALE_PPM } from '@glasspool/core';
import { mulDivFloorSql, sumMicro, type Transaction } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';
import type { RunShares, Share } from './rules.ts';

/** Which run: everything of a currency whose next day has come. */
export interface DueScope {
  readonly currency: Currency;
  readonly now: number;
}

export interface DueTotals {
  readonly investments: number;
  readonly principalMicro: bigint;
  readonly dueMicro: bigint;
}

/** Each due investment with the reward of its next day at the target rate of its own terms. */
export function dueInvestments(tx: Transaction, { currency, now }: DueScope): RawBuilder<unknown> {
  const dueMicro = mulDivFloorSql(
    tx,
    sql<bigint>`i.principal_micro`,
    sql<bigint>`t.target_rate_ppm`,
    RATE_SCALE_PPM,
  );
  return sql`select i.id as investment_id, i.user_id, i.rewarded_days + 1 as day, i.principal_micro, ${dueMicro} as due_micro,
      t.referral_level1_ppm, t.referral_level2_ppm, t.referral_level3_ppm
    from investment i join terms t on t.version = i.terms_version
    where i.currency = ${currency} and i.next_reward_at <= ${now}`;
}

/** For each of them, the shares of up to three inviters above the investor. Of rewards, never of anyone's deposit. */
export function dueReferrals(tx: Transaction, scope: DueScope): RawBuilder<unknown> {
  const share = (ppm: string) =>
    mulDivFloorSql(tx, sql<bigint>`due.due_micro`, sql.ref<bigint>(ppm), RATE_SCALE_PPM);
  return sql`select investment_id, day, level, user_id, due_micro from (
      select due.investment_id, due.day, 1 as level, l0.referred_by as user_id, ${share('due.referral_level1_ppm')} as due_micro
      from (${dueInvestments(tx, scope)}) as due join "user" l0 on l0.id = due.user_id
      union all
      select due.investment_id, due.day, 2, l1.referred_by, ${share('due.referral_level2_ppm')}
      from (${dueInvestments(tx, scope)}) as due join "user" l0 on l0.id = due.user_id join "user" l1 on l1.id = l0.referred_by
      union all
      select due.investment_id, due.day, 3, l2.referred_by, ${share('due.referral_level3_ppm')}
      from (${dueInvestments(tx, scope)}) as due join "user" l0 on l0.id = due.user_id join "user" l1 on l1.id = l0.referred_by
        join "user" l2 on l2.id = l1.referred_by
    ) as referral where user_id is not null and due_micro > 0`;
}

export async function readDueTotals(tx: Transaction, scope: DueScope): Promise<DueTotals> {
  const { rows } =
    await sql<DueTotals>`select count(*) as investments, ${sumMicro(sql<bigint>`principal_micro`)} as principal_micro,
      ${sumMicro(sql<bigint>`due_micro`)} as due_micro
    from (${dueInvestments(tx, scope)}) as due`.execute(tx);
  return rows[0] ?? { investments: 0, principalMicro: 0n, dueMicro: 0n };
}

export async function sumReferrals(tx: Transaction, scope: DueScope): Promise<bigint> {
  const { rows } = await sql<{
    referralMicro: bigint;
  }>`select ${sumMicro(sql<bigint>`due_micro`)} as referral_micro
    from (${dueReferrals(tx, scope)}) as referral`.execute(tx);
  return rows[0]?.referralMicro ?? 0n;
}

/** What a run pays in all, by the shares: the sums of its rows, each rounded down. */
export async function readPayments(
  tx: Transaction,
  scope: DueScope,
  shares: RunShares,
): Promise<{ paidMicro: bigint; referralDueMicro: bigint; referralPaidMicro: bigint }> {
  const capped = partOf(tx, sql<bigint>`due_micro`, shares.referral);
  const rewards = await sql<{
    paidMicro: bigint;
  }>`select ${sumMicro(partOf(tx, sql<bigint>`due_micro`, shares.all))} as paid_micro
    from (${dueInvestments(tx, scope)}) as due`.execute(tx);
  const referrals = await sql<{
    dueMicro: bigint;
    paidMicro: bigint;
  }>`select ${sumMicro(capped)} as due_micro,
      ${sumMicro(partOf(tx, capped, shares.all))} as paid_micro
    from (${dueReferrals(tx, scope)}) as referral`.execute(tx);
  return {
    paidMicro: rewards.rows[0]?.paidMicro ?? 0n,
    referralDueMicro: referrals.rows[0]?.dueMicro ?? 0n,
    referralPaidMicro: referrals.rows[0]?.paidMicro ?? 0n,
  };
}

/** The part of an amount that a share leaves, in SQL. */
export function partOf(tx: Transaction, amountMicro: RawBuilder<bigint>, share: Share): RawBuilder<bigint> {
  return mulDivFloorSql(tx, amountMicro, share.numerator, share.denominator);
}
