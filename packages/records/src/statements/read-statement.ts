import { setImmediate } from 'node:timers/promises';
import { type Currency, MINUTE_MS, PoolError, USER_CURRENCIES, type UserId } from '@glasspool/core';
import {
  type Account,
  getStatementLine,
  receivable,
  type StatementLine,
  USER_BALANCES,
  userAccount,
} from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { getBalance, listNewestPostings, type PostingView } from '@glasspool/ledger';
import type { PoolDeps } from '@glasspool/pool/deps';
import { type FeedEntry, iterateUserTransactions } from '../transactions/index.ts';

const BATCH = 1_000;
/** Maximum of postings that are read per account, and of rows that are listed. An account with more has its history only as CSV. */
const POSTINGS_MAX = 50_000;
const ROWS_MAX = 2_000;
const SLACK_MS = MINUTE_MS;

/** Claims of a user in one currency over a period. Amounts in micro-units; opening, lines and closing add up. */
interface CurrencyStatement {
  readonly currency: Currency;
  readonly openingMicro: bigint;
  readonly lines: Readonly<Record<StatementLine, bigint>>;
  readonly closingMicro: bigint;
}

export interface Statement {
  readonly email: string;
  readonly currencies: readonly CurrencyStatement[];
  /** Rows of the history except rewards, oldest first. */
  readonly rows: readonly FeedEntry[];
  /** True when there are more rows than a statement lists. */
  readonly isCut: boolean;
}

interface Period {
  readonly userId: UserId;
  /** Beginning of the period, included, and end, excluded; in ms since the epoch. */
  readonly from: number;
  readonly until: number;
}

/**
 * Returns a user's statement, computed from the postings of their accounts: the liabilities at the beginning and at the end, and the
 * changes in between.
 *
 * @throws PoolError STATEMENT_TOO_LONG when an account has more postings since the beginning than are read at once.
 */
export async function readStatement(deps: Pick<PoolDeps, 'db'>, period: Period): Promise<Statement> {
  const { email } = await deps.db.read
    .selectFrom('user')
    .select('email')
    .where('id', '=', period.userId)
    .executeTakeFirstOrThrow();
  // Balances and postings come from one consistent view: otherwise a transfer in between would be missing from one of them.
  const currencies = await deps.db.consistentRead(async (db) => {
    const found: CurrencyStatement[] = [];
    for (const currency of USER_CURRENCIES) found.push(await readCurrency(db, period, currency));
    return found;
  });
  return { email, currencies, ...(await readRows(deps, period)) };
}

async function readCurrency(db: Queryable, period: Period, currency: Currency): Promise<CurrencyStatement> {
  const lines = { deposits: 0n, reversals: 0n, rewards: 0n, referralRewards: 0n, withdrawals: 0n };
  let [openingMicro, closingMicro] = [0n, 0n];
  const accounts = [
    ...USER_BALANCES.map((name) => userAccount(period.userId, name, currency)),
    receivable(period.userId, currency),
  ];
  for (const account of accounts) {
    let micro = await getBalance(db, account);
    closingMicro += micro;
    for await (const posting of iteratePostings(db, account)) {
      // Transfers of two processes may be numbered in another order than that of their times, which then differ by less than SLACK_MS.
      if (posting.createdAt < period.from - SLACK_MS) break;
      if (posting.createdAt < period.from) continue;
      micro -= posting.amountMicro;
      const line = getStatementLine(posting.kind, account.accountClass);
      if (posting.createdAt >= period.until) closingMicro -= posting.amountMicro;
      else if (line !== undefined) lines[line] += posting.amountMicro;
    }
    openingMicro += micro;
  }
  return { currency, openingMicro, lines, closingMicro };
}

/** Postings of an account, newest first. */
async function* iteratePostings(db: Queryable, account: Account): AsyncGenerator<PostingView> {
  let before: number | undefined;
  for (let count = 0; count < POSTINGS_MAX; count += BATCH) {
    const postings = await listNewestPostings(db, account, { limit: BATCH, before });
    yield* postings;
    if (postings.length < BATCH) return;
    before = postings.at(-1)?.transferId;
    // Let other requests be answered in between.
    await setImmediate();
  }
  throw new PoolError('STATEMENT_TOO_LONG');
}

async function readRows(
  deps: Pick<PoolDeps, 'db'>,
  period: Period,
): Promise<Pick<Statement, 'rows' | 'isCut'>> {
  const rows: FeedEntry[] = [];
  for (const type of ['deposit', 'withdrawal', 'investment', 'principal_unlocked'] as const)
    for await (const row of iterateUserTransactions(deps, { ...period, type })) {
      rows.push(row);
      if (rows.length > ROWS_MAX) break;
    }
  rows.sort((one, other) => one.createdAt - other.createdAt);
  return { rows: rows.slice(0, ROWS_MAX), isCut: rows.length > ROWS_MAX };
}
