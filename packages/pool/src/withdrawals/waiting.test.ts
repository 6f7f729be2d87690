// Goal: a withdrawal that cannot be signed now waits, says for what, and leaves later; nothing else stops for it.
import { SigningCapReachedError } from '@glasspool/chains';
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase, overlap, type TestDatabase } from '@glasspool/db/testing';
import { expect, it, vi } from 'vitest';
import { findHalt } from '../outgoing/index.ts';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a withdrawal', (open) => {
  /** Alice has 20 USDT withdrawable; the hot wallet has tokens and gas. */
  async function poolWithAlice(): Promise<{
    pool: TestPool;
    alice: UserId;
    connect: TestDatabase['connect'];
  }> {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    pool.bsc.fundGas(10n ** 18n);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    return { pool, alice, connect };
  }

  const usdt = (userId: UserId, amount: string, idempotencyKey = amount) => ({
    userId,
    currency: 'USDT' as const,
    address: OUTSIDE,
    amountMicro: micro(amount),
    idempotencyKey,
  });

  it('waits as approved while the hot wallet lacks tokens or gas', async () => {
    const { pool, alice } = await poolWithAlice();
    pool.bsc.fundGas(-(10n ** 18n));
    await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    await sendWithdrawals(pool.deps, 'BSC');
    const waiting = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'waitingFor'])
      .executeTakeFirstOrThrow();
    expect(waiting).toEqual({ state: 'approved', waitingFor: 'gas' });
    expect(pool.bsc.broadcasts).toEqual([]);
  });

  it('waits for what those before it will take, which is still in the hot wallet', async () => {
    const { pool, alice } = await poolWithAlice();
    // The hot wallet has enough for each of the two, and not for both.
    pool.bsc.lose(pool.bsc.deriveAddress(0), 'USDT', 988n * 10n ** 18n);
    pool.bsc.lose(await pool.deriveAddress(alice, 'USDT'), 'USDT', -988n * 10n ** 18n);
    for (const amount of ['7', '6']) await requestWithdrawal(pool.deps, usdt(alice, amount));
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    const rows = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['amountMicro', 'state', 'waitingFor'])
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    expect(rows.map(({ state, waitingFor }) => `${state} ${waitingFor}`).sort()).toEqual([
      'approved hot-wallet-tokens',
      'broadcast null',
    ]);
  });

  it('keeps waiting for an admin whom a process found that it needs while another one looked for gas', async () => {
    const { pool, alice } = await poolWithAlice();
    pool.bsc.fundGas(-(10n ** 18n));
    const { id } = await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    const quote = pool.bsc.quoteSend.bind(pool.bsc);
    vi.spyOn(pool.bsc, 'quoteSend').mockImplementationOnce(async (intent) => {
      await pool.deps.db.transaction((tx) =>
        tx.updateTable('withdrawal').set({ waitingFor: 'check' }).where('id', '=', id).execute(),
      );
      return quote(intent);
    });
    await sendWithdrawals(pool.deps, 'BSC');
    const { waitingFor } = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select('waitingFor')
      .executeTakeFirstOrThrow();
    expect(waitingFor).toBe('check');
  });

  it('keeps waiting for an admin when another process demands one while larger withdrawals are marked', async () => {
    const { pool, alice, connect } = await poolWithAlice();
    pool.bsc.lose(pool.bsc.deriveAddress(0), 'USDT', 995n * 10n ** 18n);
    pool.bsc.lose(await pool.deriveAddress(alice, 'USDT'), 'USDT', -995n * 10n ** 18n);
    await requestWithdrawal(pool.deps, usdt(alice, '7'));
    const { id } = await requestWithdrawal(pool.deps, usdt(alice, '8'));
    const other = connect();
    const outcomes = await overlap(
      other,
      () =>
        other.transaction((tx) =>
          tx.updateTable('withdrawal').set({ waitingFor: 'check' }).where('id', '=', id).execute(),
        ),
      () => sendWithdrawals(pool.deps, 'BSC'),
    );
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'fulfilled' }));
    const { waitingFor } = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select('waitingFor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(waitingFor).toBe('check');
  });

  it('waits for tomorrow, with payouts still on, when the signer signs no more today', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, usdt(alice, '2', 'first'));
    await requestWithdrawal(pool.deps, usdt(alice, '1.5', 'second'));
    vi.spyOn(pool.bsc, 'signTransfer').mockRejectedValueOnce(
      new SigningCapReachedError('The cap is reached.'),
    );
    await sendWithdrawals(pool.deps, 'BSC');
    const readStates = () =>
      pool.deps.db.read.selectFrom('withdrawal').select(['state', 'waitingFor']).execute();
    expect(await readStates()).toEqual(
      expect.arrayContaining([
        { state: 'approved', waitingFor: 'cap' },
        { state: 'broadcast', waitingFor: null },
      ]),
    );
    expect(await findHalt(pool.deps)).toBeUndefined();
    await sendWithdrawals(pool.deps, 'BSC');
    // Pitfall: a signer's cap stops everything at midnight
    expect((await readStates()).map(({ state }) => state)).toEqual(['broadcast', 'broadcast']);
  });
});
