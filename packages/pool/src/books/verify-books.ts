import {
  DAY_MS,
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  UNPAID_STATES,
  USER_CURRENCIES,
} from '@glasspool/core';
import {
  type AccountClassName,
  computePosition,
  imbalance,
  RECEIVABLE_CLASS,
  RESERVE_FUNDING,
} from '@glasspool/core/books';
import { type Queryable, sumMicro, type Transaction } from '@glasspool/db';
import { verifyAuditLog } from '@glasspool/identity/audit';
import { type Discrepancy, getPosition, sumByClass, verifyLedger } from '@glasspool/ledger';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { readDustUnits } from '../totals/index.ts';
import { compareOutgoing } from './compare-outgoing.ts';

const DUST_HALF = 1_000_000;

export interface BooksDiscrepancy {
  readonly rule:
    | Discrepancy['rule']
    | 'assets-equal-claims'
    | 'owed-equals-accounts'
    | 'nothing-is-owed-below-zero'
    | 'invested-equals-investments'
    | 'principal-equals-investments'
    | 'on-hold-equals-withdrawals'
    | 'in-flight-equals-withdrawals'
    | 'signed-agrees-with-state'
    | 'payable-equals-runs'
    | 'rewards-equal-runs'
    | 'daily-totals-equal-rows'
    | 'dust-equals-rows'
    | 'audit-log-is-whole';
  readonly subject: string;
  readonly detail: string;
}

/**
 * Recomputes everything from the postings, and compares the accounts with the rows that explain them: investments, withdrawals and
 * reward runs. An empty list means that the books are right.
 */
export async function verifyBooks({ db }: Pick<PoolDeps, 'db'>): Promise<BooksDiscrepancy[]> {
  return db.transaction(async (tx) => {
    const sums = await sumByClass(tx);
    return [
      ...(await verifyLedger(tx)),
      ...(await comparePositions(tx, sums)),
      ...(await findOversettled(tx)),
      ...(await compareInvested(tx, sums)),
      ...(await compareWithdrawals(tx, sums)),
      ...(await compareOutgoing(tx)).map((one) => ({ rule: 'signed-agrees-with-state' as const, ...one })),
      ...(await comparePayable(tx, sums)),
      ...(await compareRewards(tx)),
      ...(await compareDailyTotals(tx)),
      ...(await compareDust(tx)),
      ...(await verifyAuditLog(tx)).map((one) => ({ rule: 'audit-log-is-whole' as const, ...one })),
    ];
  });
}

type ClassSums = Awaited<ReturnType<typeof sumByClass>>;

function computeSum(sums: ClassSums, accountClass: AccountClassName, currency: LedgerCurrency): bigint {
  const found = sums.find((one) => one.accountClass === accountClass && one.currency === currency);
  return found?.balanceMicro ?? 0n;
}

/** The balance sheet out of every account, against the one that is shown, which sums up the pool's own accounts alone. */
async function comparePositions(tx: Transaction, sums: ClassSums): Promise<BooksDiscrepancy[]> {
  const wrong: BooksDiscrepancy[] = [];
  for (const currency of LEDGER_CURRENCIES) {
    const classes = sums.filter((one) => one.currency === currency);
    const whole = computePosition(
      currency,
      classes.map(({ accountClass, balanceMicro }) => ({ accountClass, termsVersion: null, balanceMicro })),
    );
    const shown = await getPosition(tx, currency);
    wrong.push(
      ...difference('assets-equal-claims', currency, { expected: 0n, found: imbalance(whole) }),
      ...difference('owed-equals-accounts', currency, {
        expected: whole.owedToUsersMicro,
        found: shown.owedToUsersMicro,
      }),
    );
  }
  return wrong;
}

/** Receivables that were settled by more than a user owed: the rest is money of theirs that no balance has. */
async function findOversettled(db: Queryable): Promise<BooksDiscrepancy[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balanceMicro'])
    .where('currency', 'in', USER_CURRENCIES)
    // Literals, so that the partial index of those that are not zero serves it. The receivable stands below zero.
    .where(sql<boolean>`account_class = ${sql.lit(RECEIVABLE_CLASS)} and balance_micro <> 0`)
    .where('balanceMicro', '>', 0n)
    .execute();
  return rows.map(({ id, balanceMicro }) => ({
    rule: 'nothing-is-owed-below-zero' as const,
    subject: id,
    detail: `${balanceMicro} micro-units more were settled than were owed`,
  }));
}

/** The totals that the back office shows, against the rows that they count. */
async function compareDailyTotals(db: Queryable): Promise<BooksDiscrepancy[]> {
  const { rows } = await sql<{ kind: string; currency: string; keptMicro: bigint; rowsMicro: bigint }>`
    select kind, currency, ${sumMicro(sql`kept`)} as kept_micro, ${sumMicro(sql`counted`)} as rows_micro from (
      -- caps count by day, so requests are compared day by day
      select case when kind in ('request', 'operator-request') then kind || ' ' || day else kind end as kind, currency,
        amount_micro as kept, 0 as counted from daily_total
      union all
      select 'deposit', currency, 0, amount_micro from deposit where state = 'credited' and user_id is not null
      union all
      select 'withdrawal', currency, 0, amount_micro from withdrawal where state = 'confirmed' and source = 'user'
      union all
      select 'investment', currency, 0, principal_micro from investment
      union all
      select 'maturity', currency, 0, principal_micro from investment where state = 'matured'
      union all
      select 'reward', currency, 0, case when state = 'closed' then paid_micro + referral_paid_micro
        else coalesce(fixed_micro, 0) end from reward_run
      union all
      select case source when 'user' then 'request' else 'operator-request' end || ' ' || (coalesce(counted_at, created_at) / ${sql.lit(DAY_MS)}), currency, 0, amount_micro
        from withdrawal where coalesce(counted_at, created_at) > 0 and state not in (${sql.join(UNPAID_STATES.map((state) => sql.lit(state)))})
      union all
      select 'funding', account.currency, 0, posting.amount_micro from transfer
        join posting on posting.transfer_id = transfer.id join account on account.id = posting.account_id
        where transfer.kind = ${RESERVE_FUNDING} and posting.amount_micro > 0
    ) as compared group by kind, currency`.execute(db);
  return rows.flatMap(({ kind, currency, keptMicro, rowsMicro }) =>
    difference('daily-totals-equal-rows', `${kind} ${currency}`, { expected: rowsMicro, found: keptMicro }),
  );
}

/** Kept sums of dust against the rows. Both halves of each row are summed, for a sum of 18 decimals overflows 64 bits. */
async function compareDust(db: Queryable): Promise<BooksDiscrepancy[]> {
  const half = sql.lit(DUST_HALF);
  const { rows } = await sql<{ currency: LedgerCurrency; highUnits: bigint; lowUnits: bigint }>`
    select currency, ${sumMicro(sql`dust_units / ${half}`)} as high_units, ${sumMicro(sql`dust_units % ${half}`)} as low_units from (
      select currency, dust_units from deposit where state = 'credited' and reversed_at is null
      union all select currency, dust_units from network_fee
      union all select currency, dust_units from network_fee_change
      union all select currency, dust_units from gas_top_up
      union all select currency, dust_units from book_correction
    ) as dust group by currency`.execute(db);
  const wrong: BooksDiscrepancy[] = [];
  for (const currency of LEDGER_CURRENCIES) {
    const sums = rows.find((row) => row.currency === currency);
    const expected = (sums?.highUnits ?? 0n) * BigInt(DUST_HALF) + (sums?.lowUnits ?? 0n);
    wrong.push(
      ...difference('dust-equals-rows', currency, { expected, found: await readDustUnits(db, currency) }),
    );
  }
  return wrong;
}

async function compareInvested(db: Queryable, sums: ClassSums): Promise<BooksDiscrepancy[]> {
  const principal = await db
    .selectFrom('investment')
    .where('state', '=', 'active')
    .groupBy(['currency', 'termsVersion'])
    .select((eb) => [
      'currency',
      'termsVersion',
      sumMicro(sql`principal_micro`).as('principalMicro'),
      eb.fn.countAll<number>().as('investments'),
    ])
    .execute();
  const wrong = USER_CURRENCIES.flatMap((currency) =>
    difference('invested-equals-investments', currency, {
      expected: principal
        .filter((one) => one.currency === currency)
        .reduce((sum, { principalMicro }) => sum + principalMicro, 0n),
      found: computeSum(sums, 'user/invested', currency),
    }),
  );
  const kept = await db.selectFrom('termsPrincipal').selectAll().execute();
  const toKey = (one: { currency: string; termsVersion: number }): string =>
    `${one.currency} v${one.termsVersion}`;
  const counted = new Map(principal.map((one) => [toKey(one), one]));
  for (const one of kept) {
    const found = counted.get(toKey(one));
    wrong.push(
      ...difference('principal-equals-investments', toKey(one), {
        expected: (found?.principalMicro ?? 0n) + BigInt(found?.investments ?? 0),
        found: one.principalMicro + BigInt(one.investments),
      }),
    );
  }
  return wrong;
}

async function compareWithdrawals(db: Queryable, sums: ClassSums): Promise<BooksDiscrepancy[]> {
  const open = await db
    .selectFrom('withdrawal')
    .where('state', 'not in', [...UNPAID_STATES, 'confirmed'])
    .groupBy(['currency', 'source'])
    .select([
      'currency',
      'source',
      sumMicro(sql`amount_micro + fee_micro`).as('onHoldMicro'),
      sumMicro(sql`case when state in ('signed', 'broadcast') then amount_micro else 0 end`).as(
        'inFlightMicro',
      ),
    ])
    .execute();
  return USER_CURRENCIES.flatMap((currency) => {
    const own = open.filter((one) => one.currency === currency);
    const onHold = (source: string): bigint => own.find((one) => one.source === source)?.onHoldMicro ?? 0n;
    const inFlightMicro = own.reduce((sum, one) => sum + one.inFlightMicro, 0n);
    return [
      ...difference('on-hold-equals-withdrawals', `${currency} users`, {
        expected: onHold('user'),
        found: computeSum(sums, 'user/onHold', currency),
      }),
      ...difference('on-hold-equals-withdrawals', `${currency} operator`, {
        expected: onHold('operator'),
        found: computeSum(sums, 'pool/withdrawing', currency),
      }),
      ...difference('in-flight-equals-withdrawals', currency, {
        expected: -inFlightMicro,
        found: computeSum(sums, 'chain/inFlight', currency),
      }),
    ];
  });
}

/** Sum that open reward runs took and did not pay yet. */
async function comparePayable(db: Queryable, sums: ClassSums): Promise<BooksDiscrepancy[]> {
  const open = await db
    .selectFrom('rewardRun')
    .where('state', '!=', 'closed')
    .groupBy('currency')
    .select([
      'currency',
      sumMicro(sql`coalesce(fixed_micro, 0) - paid_micro - referral_paid_micro`).as('payableMicro'),
    ])
    .execute();
  return USER_CURRENCIES.flatMap((currency) =>
    difference('payable-equals-runs', currency, {
      expected: open.find((one) => one.currency === currency)?.payableMicro ?? 0n,
      found: computeSum(sums, 'pool/rewardsPayable', currency),
    }),
  );
}

async function compareRewards(db: Queryable): Promise<BooksDiscrepancy[]> {
  const runs = await db
    .selectFrom('rewardRun')
    .leftJoin('reward', 'reward.runId', 'rewardRun.id')
    .groupBy(['rewardRun.id', 'rewardRun.paidMicro', 'rewardRun.paidInvestments'])
    .having(
      sql<boolean>`coalesce(sum(reward.paid_micro), 0) <> reward_run.paid_micro or count(reward.investment_id) <> reward_run.paid_investments`,
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

function difference(
  rule: BooksDiscrepancy['rule'],
  subject: string,
  amounts: { expected: bigint; found: bigint },
): BooksDiscrepancy[] {
  if (amounts.expected === amounts.found) return [];
  return [{ rule, subject, detail: `expected ${amounts.expected} micro-units, found ${amounts.found}` }];
}
