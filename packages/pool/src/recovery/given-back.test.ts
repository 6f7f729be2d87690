// Goal: a lost payment goes back by the decision of the right person alone, on record; and who is paid although it went back to them owes it, and takes
// nothing out meanwhile. Method: both databases; a payment that fails in the blocks that replaced its own; two admins; a payment that comes late.
import { SECOND_MS } from '@glasspool/core';
import { receivable } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { invest, listInvestments } from '../investments/index.ts';
import { addDevice, confirmWith, enter, expectRefusal, SoftAuthenticator } from '../testing/index.ts';
import { giveBackWithdrawal, requestOperatorWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import {
  ALICES,
  ask,
  DEPTH,
  makePaidPool,
  origin,
  type PaidPool,
  readOutgoing,
  readState,
  replaceBlocks,
} from './testing-replaced-payment.ts';

describeEachDatabase('a lost payment', (open) => {
  /** Its block is replaced, and it fails in the new ones. */
  async function lose({ pool, chain, network }: PaidPool, depth = DEPTH): Promise<void> {
    await replaceBlocks({ pool, chain }, depth);
    chain.failsTransfers = true;
    await pool.settle(network);
    chain.finalize();
    chain.failsTransfers = false;
    await pool.settle(network);
  }

  async function makeLost(): Promise<PaidPool> {
    const paid = await makePaidPool((await open()).database, 'USDT');
    await lose(paid);
    expect(await readOutgoing(paid.pool, paid.id)).toBe('lost');
    return paid;
  }

  it('is given back with a two-factor code only, and on record', async () => {
    const { pool, id: withdrawalId } = await makeLost();
    const email = 'second@example.org';
    const { userId: adminId, password } = await createAdmin(pool.deps, email);
    const actor = await enter(pool.deps, { email, password });
    const device = new SoftAuthenticator('key');
    await addDevice(pool.deps, { actor, password, device });
    pool.clock.advance(SECOND_MS);
    const giveBack = (totp?: string) =>
      giveBackWithdrawal(pool.deps, { adminId, origin, withdrawalId, totp });
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => giveBack());
    await expectRefusal(pool, 'TWO_FACTOR_INVALID', () => giveBack('000000'));
    await giveBack(await confirmWith(pool.deps, { actor, device }));
    const lines = pool.deps.db.read.selectFrom('auditLog').select(['adminId', 'action']);
    expect(await lines.where('subject', '=', withdrawalId).execute()).toEqual([
      { adminId, action: 'withdrawal.give-back' },
    ]);
  });

  it('goes back to own funds by another admin than the one who asked for it', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    const { pool, adminId, chain, network } = paid;
    const { id: withdrawalId } = await requestOperatorWithdrawal(pool.deps, {
      adminId,
      origin,
      currency: 'USDT',
      address: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      amountMicro: micro('30'),
      idempotencyKey: 'own funds',
    });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    await pool.settle(network);
    await lose(paid, DEPTH - 2);
    const { userId: secondId } = await createAdmin(pool.deps, 'second@example.org');
    const giveBack = (by: typeof adminId) =>
      giveBackWithdrawal(pool.deps, { adminId: by, origin, withdrawalId });
    await expectRefusal(pool, 'FORBIDDEN', () => giveBack(adminId));
    await giveBack(secondId);
    expect(await readState(pool, withdrawalId)).toMatchObject({ state: 'failed' });
  });

  it.each([
    ['the withdrawals of its owner go to an admin', false, 'check'],
    ['an investment that covers it earns nothing', true, null],
  ])('is owed where it is paid after all: %s', async (_what, isInvested, waitingFor) => {
    const paid = await makeLost();
    const { pool, adminId, alice, chain, network, id: withdrawalId } = paid;
    await giveBackWithdrawal(pool.deps, { adminId, origin, withdrawalId });
    if (isInvested) {
      await pool.deposit(alice, 'USDT', '60');
      await invest(pool.deps, { userId: alice, currency: 'USDT' });
    }
    const { id } = await ask(pool, alice, { address: ALICES.USDT, currency: 'USDT' });
    const investmentsBefore = await listInvestments(pool.deps, alice);
    expect(investmentsBefore.filter(({ pausedAt }) => pausedAt !== null)).toEqual([]);
    await replaceBlocks(paid, isInvested ? 2 * DEPTH : DEPTH);
    await chain.broadcast(chain.broadcasts.find((raw) => JSON.parse(raw).to === ALICES.USDT) ?? '');
    chain.finalize();
    await pool.settle(network);
    expect(await readOutgoing(pool, withdrawalId)).toBe('late');
    expect(await getBalance(pool.deps.db.read, receivable(alice, 'USDT'))).toBe(-micro('40'));
    expect(await readState(pool, id)).toEqual({ state: 'approved', waitingFor });
    const investments = await listInvestments(pool.deps, alice);
    expect(investments.map(({ pausedAt }) => pausedAt !== null)).toEqual(isInvested ? [true] : []);
  });
});
