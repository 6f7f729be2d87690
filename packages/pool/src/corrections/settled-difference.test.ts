// Goal: no difference is booked as the operator's that a deposit yet to be read explains, or that the pool has booked by itself meanwhile.
// Method: both databases; chains in memory; what happens between the reading of the chain and the booking happens in the reading.
import { toChainUnits, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits, scanChain } from '../deposits/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { decideCorrection, proposeCorrection } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a difference', (open) => {
  /** Alice has a deposit of each currency, so that her addresses are compared. */
  async function start(): Promise<{ pool: TestPool; first: UserId; second: UserId; alice: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    const { userId: first } = await createAdmin(pool.deps, 'first@example.org');
    const { userId: second } = await createAdmin(pool.deps, 'second@example.org');
    const alice = await pool.signUp('alice');
    for (const currency of ['USDT', 'TRX'] as const) await pool.deposit(alice, currency, '20');
    return { pool, first, second, alice };
  }

  const propose = (pool: TestPool, adminId: UserId, currency: 'USDT' | 'TRX' | 'BNB') =>
    proposeCorrection(pool.deps, { adminId, origin, currency, reason: 'The chain holds more.' });
  const book = (pool: TestPool, adminId: UserId, id: Awaited<ReturnType<typeof propose>>['id']) =>
    decideCorrection(pool.deps, { adminId, origin, id, decision: 'book' });

  /** Deposits of Alice that no scanner has read. */
  async function depositUnread(pool: TestPool, alice: UserId, currency: 'USDT' | 'TRX'): Promise<void> {
    const chain = pool.getChain(currency);
    chain.deposit(await pool.deriveAddress(alice, currency), toChainUnits(currency, micro('30')));
    chain.mine();
  }

  it.each(['USDT', 'TRX'] as const)(
    'is not proposed when it is a deposit in %s of a block that was not read, which stays its owner’s',
    async (currency) => {
      const { pool, first, alice } = await start();
      await depositUnread(pool, alice, currency);
      expect((await reconcile(pool.deps, currency)).unexplainedUnits).toBe(
        toChainUnits(currency, micro('30')),
      );
      await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, currency));
      pool.getChain(currency).finalize();
      await pool.scan();
      await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, currency));
      await expectBalances(pool, alice, currency, { wallet: '50.000000' });
    },
  );

  it('is not proposed when it is a deposit which the scanner reads during the comparison', async () => {
    const { pool, first, alice } = await start();
    await depositUnread(pool, alice, 'TRX');
    const { getBalanceUnits } = pool.tron;
    pool.tron.getBalanceUnits = async (address, asked) => {
      pool.tron.getBalanceUnits = getBalanceUnits;
      await pool.scan();
      return getBalanceUnits.call(pool.tron, address, asked);
    };
    await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, 'TRX'));
  });

  it('is proposed while blocks without a transfer of ours are not read', async () => {
    const { pool, first } = await start();
    pool.tron.lose(pool.tron.deriveAddress(0), 'TRX', -5n);
    pool.tron.mine(10);
    expect((await propose(pool, first, 'TRX')).units).toBe(5n);
  });

  it('is neither proposed nor booked while more blocks are not read than one look takes', async () => {
    const { pool, first } = await start();
    pool.tron.lose(pool.tron.deriveAddress(0), 'TRX', -5n);
    pool.tron.mine(501);
    await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, 'TRX'));
  });

  it('is not booked where a deposit of the same amount stands in its place', async () => {
    const { pool, first, second, alice } = await start();
    const hot = pool.tron.deriveAddress(0);
    pool.tron.lose(hot, 'TRX', -toChainUnits('TRX', micro('30')));
    const { id } = await propose(pool, first, 'TRX');
    pool.tron.lose(hot, 'TRX', toChainUnits('TRX', micro('30')));
    await depositUnread(pool, alice, 'TRX');
    await expectRefusal(pool, 'DIFFERENCE_CHANGED', () => book(pool, second, id));
  });

  it('is not proposed when it is a credited deposit in replaced blocks, before it is a receivable or after', async () => {
    const { pool, first, alice } = await start();
    for (let block = 0; block < 6; block += 1) {
      pool.bsc.mine();
      await pool.scan();
    }
    pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), toChainUnits('USDT', micro('30')));
    for (let block = 0; block < 6; block += 1) {
      pool.bsc.mine();
      await pool.scan();
    }
    await expectBalances(pool, alice, 'USDT', { wallet: '50.000000' });
    pool.bsc.reorganize(6);
    const missing = -toChainUnits('USDT', micro('30'));
    expect((await reconcile(pool.deps, 'USDT')).unexplainedUnits).toBe(missing);
    // Before the scanner has noticed, before the loss is booked, and after.
    await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, 'USDT'));
    await scanChain(pool.deps, 'BSC');
    await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, 'USDT'));
    pool.bsc.finalize();
    await pool.scan();
    expect((await reconcile(pool.deps, 'USDT')).unexplainedUnits).toBe(missing);
    await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, 'USDT'));
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect((await reconcile(pool.deps, 'USDT')).unexplainedUnits).toBe(0n);
    await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, 'USDT'));
  });

  it('is booked once when it is coins for fees that the pool books while an admin decides', async () => {
    const { pool, first, second } = await start();
    pool.bsc.fundGas(10n ** 18n);
    const { id } = await propose(pool, first, 'BNB');
    const { getBalanceUnits } = pool.bsc;
    pool.bsc.getBalanceUnits = async (address, asked) => {
      pool.bsc.getBalanceUnits = getBalanceUnits;
      await recordGasTopUp(pool.deps);
      return getBalanceUnits.call(pool.bsc, address, asked);
    };
    await expect(book(pool, second, id)).rejects.toMatchObject({ code: 'DIFFERENCE_CHANGED' });
    expect((await getPosition(pool.deps.db.read, 'BNB')).custodyMicro).toBe(micro('1'));
    expect((await reconcile(pool.deps, 'BNB')).unexplainedUnits).toBe(0n);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });
});
