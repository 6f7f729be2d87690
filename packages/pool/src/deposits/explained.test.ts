// Goal: no deposit is credited beyond what the balance of its address explains, and no action of the pool itself blocks a deposit for good.
// Method: both databases; chains in memory. A transfer that moved nothing is simulated by removing the coins of a deposit before it is
// credited.
import { type Currency, MINUTE_MS, type UserId } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { listNotices, refreshNotices } from '../notices/index.ts';
import { startSweep } from '../sweeps/index.ts';
import { expectBalances, TestPool } from '../testing/index.ts';
import { confirmDeposits, scanChain } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const CURRENCIES: readonly Currency[] = ['USDT', 'TRX'];
const UNIT = { USDT: 10n ** 18n, TRX: 10n ** 6n } as const;

describeEachDatabase('the balance of an address', (open) => {
  async function start() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'TRX', '100');
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    return { pool, adminId, connect, alice: await pool.signUp('alice'), bob: await pool.signUp('bob') };
  }

  /** Simulates a transfer that is in every receipt and moved nothing. */
  async function invent(pool: TestPool, userId: UserId, currency: Currency, amount: bigint): Promise<void> {
    const address = await pool.deriveAddress(userId, currency);
    const chain = pool.getChain(currency);
    chain.deposit(address, amount * UNIT[currency]);
    chain.finalize();
    chain.lose(address, currency, amount * UNIT[currency]);
  }

  async function sweep(pool: TestPool, adminId: UserId): Promise<void> {
    await startSweep(pool.deps, { adminId, origin });
    for (let round = 0; round < 8; round += 1) {
      for (const network of ['BSC', 'TRON'] as const) await pool.sweep(network);
      pool.bsc.finalize();
      pool.tron.finalize();
      await pool.scan();
    }
  }

  async function listBlocked(pool: TestPool, adminId: UserId): Promise<unknown[]> {
    await refreshNotices(pool.deps);
    const { notices } = await listNotices(pool.deps, adminId);
    const isBlocked = notices.filter(
      ({ kind, resolvedAt }) => kind === 'deposit-blocked' && resolvedAt === null,
    );
    return isBlocked.map(({ details }) => [details['currency'], details['amount'], details['cause']]);
  }

  it.each(CURRENCIES)(
    'credits no %s that it does not explain, tells the admins, and holds up no one else',
    async (currency) => {
      const { pool, adminId, alice, bob } = await start();
      await invent(pool, alice, currency, 900n);
      await pool.deposit(alice, currency, '5');
      await pool.deposit(bob, currency, '7');
      // Pitfall: a receipt is believed alone
      await expectBalances(pool, alice, currency, { wallet: '0.000000' });
      await expectBalances(pool, bob, currency, { wallet: '7.000000' });
      expect(await listBlocked(pool, adminId)).toEqual([]);
      pool.clock.advance(11 * MINUTE_MS);
      await pool.scan();
      const told = await listBlocked(pool, adminId);
      expect(told).toHaveLength(2);
      expect(told).toContainEqual([currency, '900.000000', 'balance']);
      // The coins are there now, as if the node had been behind or an honest payment had followed: every deposit is credited.
      pool
        .getChain(currency)
        .lose(await pool.deriveAddress(alice, currency), currency, -900n * UNIT[currency]);
      await pool.scan();
      await expectBalances(pool, alice, currency, { wallet: '905.000000' });
      expect(await listBlocked(pool, adminId)).toEqual([]);
    },
  );

  it.each(CURRENCIES)('credits no %s twice by two processes that meet', async (currency) => {
    const { pool, alice, connect } = await start();
    await invent(pool, alice, currency, 60n);
    const chain = pool.getChain(currency);
    for (const amount of [60n, 60n])
      chain.deposit(await pool.deriveAddress(alice, currency), amount * UNIT[currency]);
    chain.finalize();
    const processes = [pool.deps, pool.withDatabase(connect())];
    await Promise.all(processes.map((deps) => scanChain(deps, chain.network)));
    await Promise.all([...processes, ...processes].map((deps) => confirmDeposits(deps, chain.network)));
    // Receipts show 180, but only 120 arrived. None is credited until it is known which ones are real.
    await expectBalances(pool, alice, currency, { wallet: '0.000000' });
  });

  it.each(CURRENCIES)(
    'explains %s that came before and after sweeps, whatever the fees',
    async (currency) => {
      const { pool, adminId, alice } = await start();
      for (const discount of [0n, 100_000n, 250_000n]) {
        pool.tron.discountUnits = discount;
        await pool.deposit(alice, currency, '50');
        await sweep(pool, adminId);
      }
      await pool.deposit(alice, currency, '5');
      await expectBalances(pool, alice, currency, { wallet: '155.000000' });
      expect(await listBlocked(pool, adminId)).toEqual([]);
      // The outflows of the sweeps explain nothing a second time.
      await invent(pool, alice, currency, 40n);
      await pool.scan();
      await expectBalances(pool, alice, currency, { wallet: '155.000000' });
    },
  );

  it.each(CURRENCIES)('explains %s that a sweep took before it was final', async (currency) => {
    const { pool, adminId, alice } = await start();
    await pool.deposit(alice, currency, '50');
    const chain = pool.getChain(currency);
    chain.deposit(await pool.deriveAddress(alice, currency), 30n * UNIT[currency]);
    chain.mine();
    await scanChain(pool.deps, chain.network);
    await sweep(pool, adminId);
    await expectBalances(pool, alice, currency, { wallet: '80.000000' });
    expect(await listBlocked(pool, adminId)).toEqual([]);
  });

  it('explains TRX after something left without having been signed here', async () => {
    const { pool, adminId, alice } = await start();
    await pool.deposit(alice, 'TRX', '50');
    const address = await pool.deriveAddress(alice, 'TRX');
    const { derivationIndex } = await pool.deps.db.read
      .selectFrom('wallet')
      .select('derivationIndex')
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    const to = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    const intent = {
      fromIndex: derivationIndex,
      currency: 'TRX',
      to,
      units: 40_000_000n,
      nonce: null,
    } as const;
    await pool.tron.broadcast((await pool.tron.signTransfer(intent)).raw);
    pool.tron.finalize();
    await pool.scan();
    await pool.deposit(alice, 'TRX', '5');
    await expectBalances(pool, alice, 'TRX', { wallet: '55.000000' });
    expect(await listBlocked(pool, adminId)).toEqual([]);
  });

  it('explains nothing by what is quarantined', async () => {
    const { pool, alice } = await start();
    const address = await pool.deriveAddress(alice, 'TRX');
    pool.tron.deposit(address, 10n ** 21n);
    pool.tron.finalize();
    await invent(pool, alice, 'TRX', 900n);
    await pool.scan();
    await expectBalances(pool, alice, 'TRX', { wallet: '0.000000' });
    pool.tron.lose(address, 'TRX', -900n * UNIT.TRX);
    await pool.scan();
    await expectBalances(pool, alice, 'TRX', { wallet: '900.000000' });
  });
});
