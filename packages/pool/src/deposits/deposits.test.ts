// Goal: a deposit is shown at once, credited once, only when final, and to the last unit.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { reconcile } from '../books/index.ts';
import { invest } from '../investments/index.ts';
import { listNotices, refreshNotices } from '../notices/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { getWallets } from '../wallets/index.ts';
import { confirmDeposits, ensureHotWallet, scanChain } from './index.ts';

describeEachDatabase('a deposit', (open) => {
  const newPool = async (): Promise<TestPool> => new TestPool((await open()).database).start();

  it('is confirming when seen and credited when final, with the dust kept', async () => {
    const pool = await newPool();
    const alice = await pool.signUp('alice');
    pool.bsc.deposit(pool.bsc.deriveAddress(1), 100_123456789012345678n);
    pool.bsc.mine();
    await pool.scan();
    const [confirming] = (await getWallets(pool.deps, alice)).filter((wallet) => wallet.currency === 'USDT');
    // Pitfall: a head is treated as final
    expect(confirming).toMatchObject({ walletMicro: 0n, confirmingMicro: 100_123_456n });
    pool.bsc.finalize();
    await pool.scan();
    await expectBalances(pool, alice, 'USDT', { wallet: '100.123456' });
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({
      onChainUnits: 100_123456789012345678n,
      inCustodyUnits: 100_123456000000000000n,
      // Pitfall: what 18 decimals have below a micro-unit is lost
      dustUnits: 789012345678n,
      unexplainedUnits: 0n,
    });
  });

  it('is credited once by two processes that scan and confirm at the same time', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const second = pool.withDatabase(connect());
    const alice = await pool.signUp('alice');
    pool.tron.deposit(pool.tron.deriveAddress(1), 250_000_000n);
    pool.tron.finalize();
    await Promise.all([pool.deps, second, pool.deps, second].map((deps) => scanChain(deps, 'TRON')));
    await Promise.all([pool.deps, second, pool.deps, second].map((deps) => confirmDeposits(deps, 'TRON')));
    await expectBalances(pool, alice, 'TRX', { wallet: '250.000000' });
  });

  it('is credited once for each of the many transfers of one transaction: openware/peatio#1859', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const [alice, bob] = [await pool.signUp('alice'), await pool.signUp('bob')];
    const to = (index: number, units: bigint) => ({ to: pool.tron.deriveAddress(index), units });
    const txHash = pool.tron.depositMany([to(1, 1_000_000n), to(2, 2_000_000n), to(1, 4_000_000n)]);
    pool.tron.finalize();
    const second = pool.withDatabase(connect());
    await Promise.all([pool.deps, second].map((deps) => scanChain(deps, 'TRON')));
    await Promise.all([pool.deps, second].map((deps) => confirmDeposits(deps, 'TRON')));
    // Pitfall: one transaction, many transfers to us (openware/peatio#1859)
    await expectBalances(pool, alice, 'TRX', { wallet: '5.000000' });
    await expectBalances(pool, bob, 'TRX', { wallet: '2.000000' });
    const rows = await pool.deps.db.read.selectFrom('deposit').select('txHash').execute();
    // Pitfall: the same event twice
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ txHash })));
  });

  it('is credited beside a transaction that cannot be read, of which an admin is told', async () => {
    const pool = await newPool();
    const alice = await pool.signUp('alice');
    pool.tron.unreadable.push('ab'.repeat(32));
    await pool.deposit(alice, 'TRX', '3');
    // Pitfall: a block that cannot be parsed stops the scanner for ever
    await expectBalances(pool, alice, 'TRX', { wallet: '3.000000' });
    await refreshNotices(pool.deps);
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const { notices } = await listNotices(pool.deps, adminId);
    expect(notices).toMatchObject([
      { kind: 'transaction-unreadable', details: { network: 'TRON', txHash: 'ab'.repeat(32) } },
    ]);
  });

  it('is credited from a block that its header does not prove, of which an admin is told', async () => {
    const pool = await newPool();
    const alice = await pool.signUp('alice');
    pool.tron.unproved = 1;
    await pool.deposit(alice, 'TRX', '3');
    pool.tron.unproved = 0;
    await pool.deposit(alice, 'TRX', '4');
    await expectBalances(pool, alice, 'TRX', { wallet: '7.000000' });
    await refreshNotices(pool.deps);
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const { notices } = await listNotices(pool.deps, adminId);
    expect(notices).toMatchObject([{ kind: 'blocks-unproved', details: { network: 'TRON', count: '2' } }]);
  });

  it('is held as dust and credits nothing when it is less than a micro-unit', async () => {
    const pool = await newPool();
    const alice = await pool.signUp('alice');
    await pool.depositUnits(alice, 'USDT', 999_999_999_999n);
    // Pitfall: dust as bait
    await expectBalances(pool, alice, 'USDT', { wallet: '0.000000' });
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('is announced by mail from the least amount on that a mail can say', async () => {
    const pool = await newPool();
    const alice = await pool.signUp('alice');
    const countMails = async (): Promise<number> =>
      (await pool.deps.db.read.selectFrom('mail').selectAll().execute()).length;
    const before = await countMails();
    for (const units of [100n, 999_999n * 10n ** 9n]) await pool.depositUnits(alice, 'USDT', units);
    expect(await countMails()).toBe(before);
    await pool.depositUnits(alice, 'USDT', 10n ** 15n);
    expect(await countMails()).toBe(before + 1);
  });

  it('changes nothing when it is to an address of no one', async () => {
    const pool = await newPool();
    const alice = await pool.signUp('alice');
    pool.bsc.deposit(pool.bsc.deriveAddress(99), 10n ** 20n);
    pool.bsc.finalize();
    await pool.scan();
    await expectBalances(pool, alice, 'USDT', { wallet: '0.000000' });
  });

  it('is refused when the database belongs to another hot wallet', async () => {
    const { database } = await open();
    const pool = await new TestPool(database).start();
    const other = {
      ...pool.deps,
      chains: {
        ...pool.deps.chains,
        BSC: Object.assign(new TestPool(database).bsc, { deriveAddress: () => '0xother' }),
      },
    };
    await expect(ensureHotWallet(other)).rejects.toThrow('belongs to the hot wallet');
  });
});

describeEachDatabase('investing', (open) => {
  it('takes the whole wallet balance, once of ten requests at the same time', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        invest(index % 2 ? pool.deps : second, { userId: alice, currency: 'USDT' }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await expectBalances(pool, alice, 'USDT', { wallet: '0.000000', invested: '100.000000' });
  });

  it('is refused with nothing to invest or below the minimum', async () => {
    const pool = await new TestPool((await open()).database).start();
    const alice = await pool.signUp('alice');
    await expectRefusal(pool, 'NOTHING_TO_INVEST', () =>
      invest(pool.deps, { userId: alice, currency: 'USDT' }),
    );
    await pool.deposit(alice, 'USDT', '49.999999');
    await expectRefusal(pool, 'INVESTMENT_BELOW_MINIMUM', () =>
      invest(pool.deps, { userId: alice, currency: 'USDT' }),
    );
    await pool.deposit(alice, 'USDT', '0.000001');
    await invest(pool.deps, { userId: alice, currency: 'USDT' });
    await expectBalances(pool, alice, 'USDT', { wallet: '0.000000', invested: '50.000000' });
  });
});
