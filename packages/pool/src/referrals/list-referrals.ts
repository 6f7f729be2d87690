import type { Currency, UserId } from '@glasspool/core';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

const ROWS_MAX = 1_000;
const EARNINGS_MAX = 100;

export interface Referral {
  /** 1 for people invited directly, 2 for those whom they invited, 3 for the next. */
  readonly level: number;
  readonly userName: string;
  readonly stakedUsdtMicro: bigint;
  readonly stakedTrxMicro: bigint;
  /** Rewards that this user brought the inviter. */
  readonly rewardUsdtMicro: bigint;
  readonly rewardTrxMicro: bigint;
}

/** The people below a user in the tree of invitations, three levels deep, with real figures. */
export async function listReferrals({ db }: Pick<PoolDeps, 'db'>, userId: UserId): Promise<Referral[]> {
  const staked = (currency: Currency) => sql`cast(coalesce((select sum(i.principal_micro) from investment i
    where i.user_id = tree.id and i.currency = ${currency} and i.state = 'active'), 0) as bigint)`;
  const reward = (currency: Currency) => sql`cast(coalesce((select sum(r.paid_micro) from referral_reward r
    join investment i on i.id = r.investment_id
    where r.user_id = ${userId} and r.currency = ${currency} and i.user_id = tree.id), 0) as bigint)`;
  const { rows } = await sql<Referral>`select tree.level, tree.user_name,
      ${staked('USDT')} as staked_usdt_micro, ${staked('TRX')} as staked_trx_micro,
      ${reward('USDT')} as reward_usdt_micro, ${reward('TRX')} as reward_trx_micro
    from (
      select 1 as level, u1.id, u1.user_name, u1.created_at from "user" u1 where u1.referred_by = ${userId}
      union all
      select 2, u2.id, u2.user_name, u2.created_at from "user" u1 join "user" u2 on u2.referred_by = u1.id
      where u1.referred_by = ${userId}
      union all
      select 3, u3.id, u3.user_name, u3.created_at from "user" u1 join "user" u2 on u2.referred_by = u1.id
        join "user" u3 on u3.referred_by = u2.id
      where u1.referred_by = ${userId}
    ) as tree
    order by tree.level, tree.created_at, tree.id limit ${ROWS_MAX}`.execute(db.read);
  return rows;
}

export interface ReferralEarning {
  readonly level: number;
  readonly userName: string;
  readonly currency: Currency;
  readonly amountMicro: bigint;
  readonly createdAt: number;
}

/** The newest referral rewards of a user: whose reward brought how much. */
export async function listReferralEarnings(
  { db }: Pick<PoolDeps, 'db'>,
  userId: UserId,
): Promise<ReferralEarning[]> {
  return db.read
    .selectFrom('referralReward')
    .innerJoin('investment', 'investment.id', 'referralReward.investmentId')
    .innerJoin('user', 'user.id', 'investment.userId')
    .where('referralReward.userId', '=', userId)
    .where('referralReward.paidMicro', '>', 0n)
    .select([
      'referralReward.level',
      'user.userName',
      'referralReward.currency',
      'referralReward.paidMicro as amountMicro',
      'referralReward.createdAt',
    ])
    .orderBy('referralReward.createdAt', 'desc')
    .orderBy('referralReward.investmentId')
    .orderBy('referralReward.level')
    .limit(EARNINGS_MAX)
    .execute();
}
