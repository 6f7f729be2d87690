// Goal: once an admin has pressed the stop button nothing is signed by any process, what was sent goes on, and the log says who and why.

import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { findHalt } from '../outgoing/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { haltPayouts, resumePayouts } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('the stop button', (open) => {
  async function poolWithPayments() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'USDT', '1000');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT', amountMicro: micro('100') });
    const ask = (key: string) =>
      requestWithdrawal(pool.deps, {
        userId: alice,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro('5'),
        idempotencyKey: key,
      });
    const getState = async (id: string): Promise<string | undefined> =>
      (await pool.deps.db.read.selectFrom('withdrawal').select(['id', 'state']).execute()).find(
        (one) => one.id === id,
      )?.state;
    return { pool, adminId, other: pool.withDatabase(connect()), ask, getState };
  }

  it('stops what is not signed, in every process, and lets what was sent be confirmed', async () => {
    const { pool, adminId, other, ask, getState } = await poolWithPayments();
    const sent = await ask('sent');
    await sendWithdrawals(pool.deps, 'BSC');
    const waiting = await ask('waiting');
    await haltPayouts(pool.deps, { adminId, origin, reason: 'A key may have leaked.' });
    for (const deps of [pool.deps, other]) await sendWithdrawals(deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    expect([await getState(sent.id), await getState(waiting.id)]).toEqual(['confirmed', 'approved']);
    await resumePayouts(pool.deps, { adminId, origin, reason: 'It had not.' });
    await sendWithdrawals(other, 'BSC');
    expect(await getState(waiting.id)).toBe('broadcast');
  });

  it('keeps each reason once, and puts it on record once, however many press it at the same moment', async () => {
    const { pool, adminId, other } = await poolWithPayments();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        haltPayouts(index % 2 ? pool.deps : other, { adminId, origin, reason: `Reason ${index % 5}` }),
      ),
    );
    const reasons = (await findHalt(pool.deps))?.split('\n') ?? [];
    expect(reasons.toSorted()).toEqual(Array.from({ length: 5 }, (_, index) => `Reason ${index}`));
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 10, action: 'payouts.halt' });
    const said = lines.map(({ beforeJson, afterJson }) => ({
      ...JSON.parse(beforeJson),
      ...JSON.parse(afterJson),
    }));
    expect(new Set(said)).toEqual(
      new Set(reasons.map((reason, index) => ({ payouts: index === 0 ? 'on' : 'off', reason }))),
    );
  });

  it('is heard of by everyone who is signed in', async () => {
    const { pool, adminId } = await poolWithPayments();
    const alice = await pool.signUp('bob');
    const heard: string[] = [];
    pool.deps.events.subscribe({ userId: alice, role: 'user' }, ({ type }) => heard.push(type));
    await haltPayouts(pool.deps, { adminId, origin, reason: 'A drill.' });
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Over.' });
    expect(heard).toEqual(['payouts.changed', 'payouts.changed']);
  });
});
