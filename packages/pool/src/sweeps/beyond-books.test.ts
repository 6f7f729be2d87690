// Goal: tokens beyond what the books can hold, which anyone may mint and send, keep no deposit from being swept. Method: both databases; the
// tokens come before the sweep is planned, and while it runs.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { TestPool } from '../testing/index.ts';
import { findNewestSweep, startSweep } from './index.ts';

const ROUNDS_MAX = 20;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a sweep', (open) => {
  it.each([
    ['before it is planned', true],
    ['while it runs', false],
  ])('reaches deposits beside tokens that no account can hold, which came %s', async (_when, isBefore) => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const users = [await pool.signUp('alice'), await pool.signUp('bob')];
    for (const user of users) await pool.deposit(user, 'USDT', '100.5');
    const mint = async () => {
      for (const user of users) pool.bsc.deposit(await pool.deriveAddress(user, 'USDT'), 10n ** 31n);
      pool.bsc.finalize();
    };
    if (isBefore) await mint();
    await startSweep(pool.deps, { adminId, origin });
    if (!isBefore) await mint();
    for (let round = 0; round < ROUNDS_MAX && (await pool.sweep('BSC')) > 0; round += 1) {
      pool.bsc.finalize();
      await pool.scan();
    }
    expect(await findNewestSweep(pool.deps)).toMatchObject({ state: 'done' });
    expect(pool.bsc.getUnits(pool.bsc.deriveAddress(0), 'USDT')).toBe(2n * 10n ** 30n);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });
});
