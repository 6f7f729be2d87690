// Goal: what a node refuses or cannot read of one payee, or of one address of ours, holds up no one else. Method: both databases; chains in
// memory that answer everything but one address.
import type { TransferIntent } from '@glasspool/chains';
import { SECOND_MS, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it, vi } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { startSweep } from '../sweeps/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from './index.ts';

const GOOD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const REFUSED = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('an address that the chain refuses', (open) => {
  async function start() {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '5000');
    const users = [await pool.signUp('alice'), await pool.signUp('bob'), await pool.signUp('carol')];
    for (const user of users) await pool.deposit(user, 'USDT', '100');
    return { pool, users };
  }

  /** No quote for some transfers: a token may refuse an address, and a node say what we cannot read. */
  function refuse(pool: TestPool, isRefused: (intent: TransferIntent) => boolean): void {
    const quoteSend = pool.bsc.quoteSend.bind(pool.bsc);
    vi.spyOn(pool.bsc, 'quoteSend').mockImplementation(async (intent) => {
      if (isRefused(intent)) throw new Error('execution reverted: blacklisted');
      return quoteSend(intent);
    });
  }

  it('waits as a payee, and those behind it are paid', async () => {
    const { pool, users } = await start();
    const ask = async (userId: UserId, address: string): Promise<void> => {
      await releaseWallet(pool.deps, { userId, currency: 'USDT', amountMicro: micro('100') });
      const request = { userId, currency: 'USDT', address, amountMicro: micro('10') } as const;
      await requestWithdrawal(pool.deps, request);
      pool.clock.advance(SECOND_MS);
    };
    refuse(pool, ({ to }) => to === REFUSED);
    for (const [index, user] of users.entries()) await ask(user, index === 0 ? REFUSED : GOOD);
    await expect(sendWithdrawals(pool.deps, 'BSC')).rejects.toThrow(
      '1 withdrawals on BSC could not be quoted',
    );
    expect(pool.bsc.getUnits(GOOD, 'USDT')).toBe(0n);
    pool.bsc.finalize();
    expect(pool.bsc.getUnits(GOOD, 'USDT')).toBe(20n * 10n ** 18n);
    const rows = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'waitingFor'])
      .orderBy('createdAt')
      .execute();
    expect(rows[0]).toEqual({ state: 'approved', waitingFor: 'chain' });
    expect(rows.slice(1).map(({ state }) => state)).toEqual(['broadcast', 'broadcast']);
  });

  it('keeps no other address of ours from being swept', async () => {
    const { pool } = await start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    refuse(pool, ({ fromIndex }) => fromIndex === 1);
    await startSweep(pool.deps, { adminId, origin });
    for (let round = 0; round < 8; round += 1) {
      await expect(pool.sweep('BSC')).rejects.toThrow('blacklisted');
      pool.bsc.finalize();
      await pool.scan();
    }
    const items = await pool.deps.db.read
      .selectFrom('sweepItem')
      .select('state')
      .orderBy('derivationIndex')
      .execute();
    expect(items.map(({ state }) => state)).toEqual(['waiting', 'swept', 'swept']);
  });
});
