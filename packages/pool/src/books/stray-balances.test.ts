// Goal: a pool of many swept addresses asks a fixed number of them at a time and still finds what one of them holds; dust is a kept sum,
// and one that disagrees with its rows is found.
import { describeEachDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { reconcile, recordReconciliations, verifyBooks } from './index.ts';

const SWEPT = 1_200;
const TURN = 500;

describeEachDatabase('an address that a sweep emptied', (open) => {
  async function poolWithSwept(): Promise<TestPool> {
    const pool = await new TestPool((await open()).database).start();
    await pool.deps.db.transaction(async (tx) => {
      const users = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(SWEPT)})`;
      await sql`insert into "user" (id, email, user_name, password_hash, role, referral_code, created_at)
        ${users} select 'usr_' || i, i || '@example.org', 'user' || i, 'none', 'user', 'code' || i, 0 from n`.execute(
        tx,
      );
      await sql`insert into wallet (network, derivation_index, address, user_id, last_deposit_height, swept_height)
        ${users} select 'BSC', i, '0xswept' || i, 'usr_' || i, 5, 6 from n`.execute(tx);
    });
    return pool;
  }

  const unexplained = async (pool: TestPool): Promise<bigint> =>
    (await reconcile(pool.deps, 'USDT')).unexplainedUnits;

  it('is asked in turns, and what it holds is counted until it is gone', async () => {
    const pool = await poolWithSwept();
    // Tokens that no event told of, as a token may mint them.
    pool.bsc.lose('0xswept1100', 'USDT', -7n);
    const asked = vi.spyOn(pool.bsc, 'getBalanceUnits');
    const found: bigint[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      asked.mockClear();
      await recordReconciliations(pool.deps);
      expect(
        asked.mock.calls.filter(([address]) => address.startsWith('0xswept')).length,
      ).toBeLessThanOrEqual(TURN);
      found.push(await unexplained(pool));
    }
    expect(found).toEqual([0n, 0n, 7n]);
    pool.bsc.lose('0xswept1100', 'USDT', 7n);
    for (let turn = 0; turn < 3; turn += 1) await recordReconciliations(pool.deps);
    expect(await unexplained(pool)).toBe(0n);
  });

  it('is asked on TRON too where it never had a deposit: no header proves what a contract paid', async () => {
    const pool = await new TestPool((await open()).database).start();
    const alice = await pool.signUp('alice');
    const address = await pool.deriveAddress(alice, 'TRX');
    // A node without internal transactions tells of no transfer.
    pool.tron.lose(address, 'TRX', -5_000_000n);
    await recordReconciliations(pool.deps);
    expect((await reconcile(pool.deps, 'TRX')).unexplainedUnits).toBe(5_000_000n);
  });

  it('is counted once when a new deposit has it asked every time', async () => {
    const pool = await poolWithSwept();
    pool.bsc.lose('0xswept3', 'USDT', -7n);
    await recordReconciliations(pool.deps);
    await pool.deps.db.transaction((tx) =>
      tx.updateTable('wallet').set({ lastDepositHeight: 9 }).where('address', '=', '0xswept3').execute(),
    );
    expect(await unexplained(pool)).toBe(7n);
  });

  it.each(["update dust set units = '1'", 'delete from dust'])(
    'has its dust checked by the audit, which finds `%s`',
    async (lie) => {
      const pool = await new TestPool((await open()).database).start();
      const alice = await pool.signUp('alice');
      await pool.depositUnits(alice, 'USDT', 10n ** 18n + 123n);
      expect(await verifyBooks(pool.deps)).toEqual([]);
      expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ dustUnits: 123n, unexplainedUnits: 0n });
      await pool.deps.db.transaction(async (tx) => void (await sql.raw(lie).execute(tx)));
      expect((await verifyBooks(pool.deps)).map(({ rule }) => rule)).toEqual(['dust-equals-rows']);
    },
  );
});
