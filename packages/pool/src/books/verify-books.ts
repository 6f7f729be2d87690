import { LEDGER_CURRENCIES, USER_CURRENCIES } from '@glasspool/core';
import { type Queryable, sumMicro } from '@glasspool/db';
import { type Discrepancy, verifyLedger } from '@glasspool/ledger';
import { sql } from 'kysely';
import { verifyAuditLog } from '../audit/index.ts';
import type { PoolDeps } from '../deps.ts';

export interface BooksDiscrepancy {
  readonly rule:
    | Discrepancy['rule']
    | 'invested-equals-investments'
    | 'withdrawing-equals-withdrawals'
    | 'rewards-equal-runs'
    | 'daily-totals-equal-rows'
    | 'currency-sums-to-zero'
    | 'audit-log-is-whole';
  readonly subject: string;
  readonly detail: string;
}

/**
 * Recomputes everything from the postings, and compares the accounts with the rows that explain them: investments,
 * withdrawals and reward runs. An empty list means that the books are right.
 */
export async function verifyBooks({ db }: Pick<PoolDeps, 'db'>): Promise<BooksDiscrepancy[]> {
  return db.transaction(async (tx) => [
    ...(await verifyLedger(tx)),
    ...(await compareCurrencyTotals(tx)),
    ...(await compareInvested(tx)),
    ...(await compareWithdrawing(tx)),
    ...(await compareRewards(tx)),
    ...(await compareDailyTotals(tx)),
    ...(await verifyAuditLog(tx)).map((one) => ({ rule: 'audit-log-is-whole' as const, ...one })),
  ]);
}

async function compareCurrencyTotals(db: Queryable): Promise<BooksDiscrepancy[]> {
  const totals = await db
    .selectFrom('account')
    .groupBy('currency')
    .select(['currency', sumMicro(sql`balance_micro`).as('sumMicro')])
    .execute();
  const sums = new Map(totals.map(({ currency, sumMicro: sum }) => [currency, sum]));
  return LEDGER_CURRENCIES.flatMap((currency) =>
    difference('currency-sums-to-zero', currency, { expected: 0n, found: sums.get(currency) ?? 0n }),
  );
}

/** The totals that the back office shows, against the rows that they count. */
async function compareDailyTotals(db: Queryable): Promise<BooksDiscrepancy[]> {
  const { rows } = await sql<{ kind: string; currency: string; keptMicro: bigint; rowsMicro: bigint }>`
    select kind, currency, ${sumMicro(sql`kept`)} as kept_micro, ${sumMicro(sql`counted`)} as rows_micro from (
      select kind, currency, amount_micro as kept, 0 as counted from daily_total
      union all
      select 'deposit', currency, 0, amount_micro from deposit where state = 'credited' and user_id is not null
      union all
      select 'withdrawal', currency, 0, amount_micro from withdrawal where state = 'confirmed' and source = 'user'
      union all
      select 'investment', currency, 0, principal_micro from investment
      union all
      select 'maturity', currency, 0, principal_micro from investment where state = 'matured'
      union all
      select 'reward', currency, 0, paid_micro + referral_paid_micro from reward_run
      union all
      select 'reserve-funding', account.currency, 0, posting.amount_micro from transfer
        join posting on posting.transfer_id = transfer.id join account on account.id = posting.account_id
        where transfer.kind = 'reserve-funding' and account.path = 'pool/reserve'
    ) as compared group by kind, currency`.execute(db);
  return rows.flatMap(({ kind, currency, keptMicro, rowsMicro }) =>
    difference('daily-totals-equal-rows', `${kind} ${currency}`, { expected: rowsMicro, found: keptMicro }),
  );
}

async function compareInvested(db: Queryable): Promise<BooksDiscrepancy[]> {
  const result: BooksDiscrepancy[] = [];
  for (const currency of USER_CURRENCIES) {
    const { expected } = await db
      .selectFrom('investment')
      .where('currency', '=', currency)
      .where('state', '=', 'active')
      .select(sumMicro(sql`principal_micro`).as('expectedMicro'))
      .executeTakeFirstOrThrow()
      .then((row) => ({ expected: row.expectedMicro }));
    result.push(
      ...difference('invested-equals-investments', currency, {
        expected,
        found: await sumOfAccounts(db, 'user/%/invested', currency),
      }),
    );
  }
  return result;
}

async function compareWithdrawing(db: Queryable): Promise<BooksDiscrepancy[]> {
  const result: BooksDiscrepancy[] = [];
  for (const currency of USER_CURRENCIES) {
    const open = await db
      .selectFrom('withdrawal')
      .where('currency', '=', currency)
      .where('state', 'not in', ['confirmed', 'rejected', 'failed'])
      .select(sumMicro(sql`amount_micro + fee_micro`).as('heldMicro'))
      .executeTakeFirstOrThrow();
    const sent = await db
      .selectFrom('withdrawal')
      .where('currency', '=', currency)
      .where('state', 'in', ['signed', 'broadcast'])
      .select(sumMicro(sql`amount_micro`).as('transitMicro'))
      .executeTakeFirstOrThrow();
    result.push(
      ...difference('withdrawing-equals-withdrawals', `${currency} held`, {
        expected: open.heldMicro,
        found:
          (await sumOfAccounts(db, 'user/%/withdrawing', currency)) +
          (await sumOfAccounts(db, 'pool/withdrawing', currency)),
      }),
      ...difference('withdrawing-equals-withdrawals', `${currency} in transit`, {
        expected: -sent.transitMicro,
        found: await sumOfAccounts(db, 'chain/transit', currency),
      }),
    );
  }
  return result;
}

async function compareRewards(db: Queryable): Promise<BooksDiscrepancy[]> {
  const runs = await db
    .selectFrom('rewardRun')
    .leftJoin('reward', 'reward.runId', 'rewardRun.id')
    .groupBy(['rewardRun.id', 'rewardRun.paidMicro', 'rewardRun.investments'])
    .having(
      sql<boolean>`coalesce(sum(reward.paid_micro), 0) <> reward_run.paid_micro or count(reward.investment_id) <> reward_run.investments`,
    )
    .select(['rewardRun.id', 'rewardRun.paidMicro', sumMicro(sql`reward.paid_micro`).as('rewardsMicro')])
    .execute();
  const referrals = await db
    .selectFrom('rewardRun')
    .leftJoin('referralReward', 'referralReward.runId', 'rewardRun.id')
    .groupBy(['rewardRun.id', 'rewardRun.referralPaidMicro'])
    .having(sql<boolean>`coalesce(sum(referral_reward.paid_micro), 0) <> reward_run.referral_paid_micro`)
    .select([
      'rewardRun.id',
      'rewardRun.referralPaidMicro',
      sumMicro(sql`referral_reward.paid_micro`).as('rewardsMicro'),
    ])
    .execute();
  const wrongReferrals = referrals.flatMap((run) =>
    difference('rewards-equal-runs', `${run.id} referrals`, {
      expected: run.referralPaidMicro,
      found: run.rewardsMicro,
    }),
  );
  return [
    ...wrongReferrals,
    ...runs.flatMap((run) =>
      difference('rewards-equal-runs', run.id, { expected: run.paidMicro, found: run.rewardsMicro }),
    ),
  ];
}

async function sumOfAccounts(db: Queryable, path: string, currency: string): Promise<bigint> {
  const row = await sql<{ sumMicro: bigint }>`select ${sumMicro(sql`balance_micro`)} as sum_micro from account
    where path like ${path} and currency = ${currency}`.execute(db);
  return row.rows[0]?.sumMicro ?? 0n;
}

function difference(
  rule: BooksDiscrepancy['rule'],
  subject: string,
  amounts: { expected: bigint; found: bigint },
): BooksDiscrepancy[] {
  if (amounts.expected === amounts.found) return [];
  return [{ rule, subject, detail: `expected ${amounts.expected} micro-units, found ${amounts.found}` }];
}
