// Goal: a new account has its own deposit address on each network, whatever else opens at the same moment.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';

describeEachDatabase('a new account', (open) => {
  const readWallets = (pool: TestPool) =>
    pool.deps.db.read
      .selectFrom('wallet')
      .select(['network', 'address', 'derivationIndex', 'userId'])
      .where('userId', 'is not', null)
      .execute();

  it('has an address on each network', async () => {
    const pool = new TestPool((await open()).database);
    const alice = await pool.signUp('alice');
    const wallets = await readWallets(pool);
    expect(wallets.map(({ network }) => network).sort()).toEqual(['BSC', 'TRON']);
    expect(wallets.every(({ userId }) => userId === alice)).toBe(true);
  });

  it('shares no address with another one, when ten open at once', async () => {
    const pool = new TestPool((await open()).database);
    await Promise.all(Array.from({ length: 10 }, (_, index) => pool.signUp(`user${index}`)));
    const wallets = await readWallets(pool);
    // Pitfall: an address is given to two people
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(20);
    // Index 0 is the hot wallet.
    expect(Math.min(...wallets.map(({ derivationIndex }) => derivationIndex))).toBe(1);
  });

  it('has addresses for an admin as well', async () => {
    const pool = new TestPool((await open()).database);
    await createAdmin(pool.deps, 'root@example.org');
    expect(await readWallets(pool)).toHaveLength(2);
  });
});
