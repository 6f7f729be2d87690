// Goal: nothing leaves before books and chain were compared since it was asked for, and nothing harmless holds it.
// Method: both databases; money that a node made up, comparisons that began before, sweeps under way, shortages that an admin saw.
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it, vi } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { compare, recordReconciliations } from '../books/index.ts';
import { scanChain } from '../deposits/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { findHalt, recordHaltNow } from '../outgoing/index.ts';
import { startSweep } from '../sweeps/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from './index.ts';

const ONE = 10n ** 18n;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a payout', (open) => {
  /** Alice has 100 USDT to withdraw, at her address, and the hot wallet 1,000 of own funds. */
  async function openPool() {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(ONE);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    return { pool, alice, hotWallet: pool.bsc.deriveAddress(0) };
  }

  const ask = (pool: TestPool, userId: UserId, amount = '5') =>
    requestWithdrawal(pool.deps, { userId, currency: 'USDT', address: OUTSIDE, amountMicro: micro(amount) });

  const readWaiting = async ({ deps }: TestPool) => {
    const rows = await deps.db.read.selectFrom('withdrawal').select(['state', 'waitingFor']).execute();
    return rows.map(({ state, waitingFor }) => waitingFor ?? state);
  };

  /** The coins of a deposit address are signed, and in no block. */
  const isMoving = async ({ deps, bsc }: TestPool): Promise<boolean> => {
    const raws = await deps.db.read.selectFrom('outgoingTransaction').select('raw').execute();
    return raws.some(({ raw }) => bsc.readSigned(raw).currency === 'USDT');
  };

  it('waits while the chain holds less than the books say, which stops payouts', async () => {
    const { pool, alice, hotWallet } = await openPool();
    pool.bsc.lose(hotWallet, 'USDT', 3n * ONE);
    await ask(pool, alice);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    expect(await readWaiting(pool)).toEqual(['chain']);
    expect(await findHalt(pool.deps)).toBeUndefined();
    for (let minute = 0; minute < 2; minute += 1) {
      await recordReconciliations(pool.deps);
      pool.clock.advance(60_000);
    }
    expect(await findHalt(pool.deps)).toContain('3.000000 USDT less');
  });

  it('waits for a comparison that began after it was asked for, and for no later one', async () => {
    const { pool, alice, hotWallet } = await openPool();
    const read = pool.bsc.getBalanceUnits.bind(pool.bsc);
    let isAsked = false;
    const reading = vi.spyOn(pool.bsc, 'getBalanceUnits').mockImplementation(async (address, currency) => {
      const units = await read(address, currency);
      // The comparison has begun and has read this already. A comparison of its own for the request is refused.
      if (!isAsked) {
        isAsked = true;
        await ask(pool, alice);
        pool.bsc.lose(hotWallet, 'USDT', 3n * ONE);
      }
      return units;
    });
    await compare(pool.deps, 'USDT');
    reading.mockRestore();
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    pool.bsc.lose(hotWallet, 'USDT', -3n * ONE);
    await compare(pool.deps, 'USDT');
    // A later difference holds it no more.
    pool.bsc.lose(hotWallet, 'USDT', 3n * ONE);
    await compare(pool.deps, 'USDT');
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
  });

  it('is compared once for all that were asked for before, on demand', async () => {
    const { pool, alice } = await openPool();
    for (const amount of ['5', '6', '7']) await ask(pool, alice, amount);
    const asked = vi.spyOn(pool.bsc, 'getBalanceUnits');
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(3);
    const { length } = asked.mock.calls;
    await sendWithdrawals(pool.deps, 'BSC');
    // The hot wallet is asked whether it is short, and nothing else is.
    expect(asked.mock.calls.length - length).toBeLessThanOrEqual(1);
  });

  it('is held by no shortage of another currency', async () => {
    const { pool, alice } = await openPool();
    pool.bsc.lose(pool.bsc.deriveAddress(0), 'BNB', ONE / 2n);
    await ask(pool, alice);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
  });

  it('is held by nothing that is on its way between two addresses of the pool, nor by fees', async () => {
    const { pool, alice, hotWallet } = await openPool();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const address = await pool.deriveAddress(alice, 'USDT');
    await startSweep(pool.deps, { adminId, origin });
    for (let round = 0; round < 5 && !(await isMoving(pool)); round += 1) {
      await pool.sweep('BSC');
      if (!(await isMoving(pool))) pool.bsc.finalize();
      await pool.scan();
    }
    expect(await isMoving(pool)).toBe(true);
    const read = pool.bsc.getBalanceUnits.bind(pool.bsc);
    // The hot wallet is read before the coins arrive, and the deposit address after they left.
    vi.spyOn(pool.bsc, 'getBalanceUnits').mockImplementation(async (one, currency) =>
      one === address && currency === 'USDT' ? 0n : read(one, currency),
    );
    expect(await pool.bsc.getBalanceUnits(hotWallet, 'USDT')).toBe(1_000n * ONE);
    await ask(pool, alice);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
  });

  it('is held by no fee that the chain has taken and the books have not', async () => {
    const { pool, alice } = await openPool();
    await pool.deposit('hotWallet', 'TRX', '1000');
    await pool.deposit(alice, 'TRX', '100');
    await releaseWallet(pool.deps, { userId: alice, currency: 'TRX' });
    const address = pool.tron.deriveAddress(99);
    for (const amount of ['15', '16']) {
      const amountMicro = micro(amount);
      await requestWithdrawal(pool.deps, { userId: alice, currency: 'TRX', address, amountMicro });
      expect(await sendWithdrawals(pool.deps, 'TRON')).toBe(1);
      pool.tron.finalize();
      await scanChain(pool.deps, 'TRON');
    }
  });

  it('is held again where more is missing than an admin has seen and resumed over', async () => {
    const { pool, alice, hotWallet } = await openPool();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.lose(hotWallet, 'USDT', 3n * ONE);
    await compare(pool.deps, 'USDT');
    await recordHaltNow(pool.deps, 'An admin looks.');
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked.' });
    await ask(pool, alice);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    // While it may be on chain still, it hides as much; in a block it explains nothing, booked or not.
    pool.bsc.finalize();
    await scanChain(pool.deps, 'BSC');
    pool.bsc.lose(hotWallet, 'USDT', 1n);
    await ask(pool, alice, '6');
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    // Made up for, and gone once more: the admin has not seen that.
    pool.bsc.lose(hotWallet, 'USDT', -3n * ONE - 1n);
    await compare(pool.deps, 'USDT');
    pool.bsc.lose(hotWallet, 'USDT', 3n * ONE);
    await ask(pool, alice, '7');
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    expect(await readWaiting(pool)).toContain('chain');
  });
});
