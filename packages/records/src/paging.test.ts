// Goal: a list that grows while it is read shows every entry once, wherever its pages begin, and no total costs more than its bound.
// Method: both databases; pages that continue from a position are compared with the whole list, with equal times, new entries in between,
// and in each order.
import { COUNTED_MAX, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { countUpTo, type PageOf, type PageRequest } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { releaseWallet } from '@glasspool/pool/balances';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listAllInvestments } from './investments/index.ts';
import { listAdminTransactions, listPublicTransactions, listUserTransactions } from './transactions/index.ts';
import { listUsers } from './users/index.ts';

type List = (pool: TestPool, request: PageRequest, alice: UserId) => Promise<PageOf<{ readonly id: string }>>;

/** Reads a whole list in pages of two, each from the position of the last entry. */
async function walk(list: (request: PageRequest) => ReturnType<List>): Promise<string[]> {
  const ids: string[] = [];
  let after: PageRequest['after'];
  do {
    const { entries, next } = await list({ page: 1, limit: 2, after });
    ids.push(...entries.map(({ id }) => id));
    after = next;
  } while (after !== undefined);
  return ids;
}

describeEachDatabase('a list', (open) => {
  /** Pool in which the clock stands still while both users invest, so that their rows have the same time. */
  async function poolWithHistory(): Promise<{ pool: TestPool; alice: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '200');
    await pool.investor('bob', 'USDT', '200', alice);
    for (let day = 0; day < 3; day += 1) {
      pool.advanceHours(24);
      await runRewards(pool.deps);
      await pool.deposit(alice, 'USDT', '5');
    }
    return { pool, alice };
  }

  const lists: Readonly<Record<string, List>> = {
    'a user': ({ deps }, request, userId) => listUserTransactions(deps, { ...request, userId }),
    'the public': ({ deps }, request) => listPublicTransactions(deps, request),
    'the back office, newest first': ({ deps }, request) =>
      listAdminTransactions(deps, { ...request, order: 'newest' }),
    'the back office, oldest first': ({ deps }, request) =>
      listAdminTransactions(deps, { ...request, order: 'oldest' }),
    'all investments': ({ deps }, request) => listAllInvestments(deps, request),
    'all users': ({ deps }, request) => listUsers(deps, request),
  };

  it.each(Object.entries(lists))('is the same by place as in one page, of %s', async (_name, listPage) => {
    const { pool, alice } = await poolWithHistory();
    const list = (request: PageRequest) => listPage(pool, request, alice);
    const whole = await list({ page: 1, limit: 100 });
    expect(whole.next).toBeUndefined();
    const ids = whole.entries.map(({ id }) => id);
    expect(whole.total).toBe(ids.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await walk(list)).toEqual(ids);
  });

  it('shows no entry twice when a new one comes between two pages', async () => {
    const { pool, alice } = await poolWithHistory();
    const list = (after?: PageRequest['after']) =>
      listUserTransactions(pool.deps, { userId: alice, page: 1, limit: 3, after });
    const first = await list();
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT', amountMicro: micro('1') });
    const second = await list(first.next);
    const seen = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(new Set(seen).size).toBe(6);
    expect(seen.every((id) => !id.startsWith('wrl_'))).toBe(true);
  });

  it('is counted up to a bound', async () => {
    const { pool } = await poolWithHistory();
    const rows = (count: number) =>
      sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}) select i from n`;
    expect(await countUpTo(pool.deps.db.read, rows(COUNTED_MAX - 1))).toBe(COUNTED_MAX - 1);
    expect(await countUpTo(pool.deps.db.read, rows(COUNTED_MAX + 1))).toBe(COUNTED_MAX);
  });
});
