// Goal: a program that sends a withdrawal twice without a key pays once; one that means it twice can say so.
import { SECOND_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { listMailbox } from '@glasspool/identity/mail';
import { expect, it } from 'vitest';
import { sendMail } from '../mail/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { requestWithdrawal } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a withdrawal that is asked for twice', (open) => {
  async function withAlice() {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const userId = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const request = { userId, currency: 'USDT' as const, address: OUTSIDE, amountMicro: micro('2') };
    return { pool, request };
  }

  it('is refused for ten seconds without a key', async () => {
    const { pool, request } = await withAlice();
    await requestWithdrawal(pool.deps, request);
    await expectRefusal(pool, 'WITHDRAWAL_REPEATED', () => requestWithdrawal(pool.deps, request));
    await requestWithdrawal(pool.deps, { ...request, amountMicro: micro('3') });
    pool.clock.advance(10 * SECOND_MS - 1);
    await expectRefusal(pool, 'WITHDRAWAL_REPEATED', () => requestWithdrawal(pool.deps, request));
    pool.clock.advance(1);
    await requestWithdrawal(pool.deps, request);
  });

  it('is two withdrawals with two keys, and the same key of another user is another key', async () => {
    const { pool, request } = await withAlice();
    const first = await requestWithdrawal(pool.deps, { ...request, idempotencyKey: 'one' });
    const again = await requestWithdrawal(pool.deps, { ...request, idempotencyKey: 'one' });
    const second = await requestWithdrawal(pool.deps, { ...request, idempotencyKey: 'two' });
    expect(again.id).toBe(first.id);
    expect(second.id).not.toBe(first.id);
    await pool.fundReserve('USDT', '1000');
    const bob = await pool.investor('bob', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const his = await requestWithdrawal(pool.deps, { ...request, userId: bob, idempotencyKey: 'one' });
    expect([first.id, second.id]).not.toContain(his.id);
  });

  it('is mailed about the first time that an address is paid to', async () => {
    const { pool, request } = await withAlice();
    const subjects = async (): Promise<string[]> => {
      await sendMail(pool.deps);
      return (await listMailbox(pool.deps, 'alice@example.org')).map(({ subject }) => subject);
    };
    await requestWithdrawal(pool.deps, request);
    expect(await subjects()).toContain('A withdrawal to a new address');
    const before = (await subjects()).length;
    await requestWithdrawal(pool.deps, { ...request, idempotencyKey: 'two' });
    expect(await subjects()).toHaveLength(before);
  });
});
