// Goal: where the database is an older copy and nothing says which withdrawals were paid, no press of a button pays one twice.
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { listNotices, refreshNotices } from '../notices/index.ts';
import { checkStart, findHalt, recordHaltNow } from '../outgoing/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import {
  cancelWithdrawal,
  listWithdrawalsToReview,
  requestWithdrawal,
  reviewWithdrawal,
  sendWithdrawals,
} from '../withdrawals/index.ts';
import { resumePayouts } from './index.ts';

const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;
const origin = { ipAddress: 'test', requestId: 'req-1' };
const MAY_BE_PAID = 'may-be-paid';

describeEachDatabase('an older copy', (open) => {
  /** Alice has asked for a withdrawal of each currency; neither is signed. */
  async function withApproved() {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    for (const currency of ['USDT', 'TRX'] as const) await pool.fundReserve(currency, '1000');
    await pool.deposit('hotWallet', 'TRX', '100');
    const alice = await pool.investor('alice', 'USDT', '1000');
    await pool.investor('bob', 'TRX', '10000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const { id } = await withdraw(pool, alice);
    await recordHaltNow(pool.deps, 'The database was restored.');
    const resume = () => resumePayouts(pool.deps, { adminId, origin, reason: 'Compared.' });
    return { pool, adminId, id, resume };
  }

  const withdraw = (pool: TestPool, userId: UserId, amount = '5') =>
    requestWithdrawal(pool.deps, {
      userId,
      currency: 'USDT',
      address: OUTSIDE.USDT,
      amountMicro: micro(amount),
    });

  const readState = (pool: TestPool) =>
    pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'waitingFor', 'reason'])
      .executeTakeFirstOrThrow();

  it('pays what was approved when it agrees with chain and log', async () => {
    const { pool, resume } = await withApproved();
    await resume();
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await readState(pool)).toMatchObject({ state: 'broadcast' });
  });

  const SIGNS: readonly [string, (pool: TestPool) => Promise<void>][] = [
    [
      'nonces were used elsewhere',
      async ({ bsc }) => {
        const to = OUTSIDE.USDT;
        const intent = { fromIndex: 0, currency: 'USDT', to, units: 5n * 10n ** 18n, nonce: 0 } as const;
        await bsc.broadcast((await bsc.signTransfer(intent)).raw);
        bsc.finalize();
      },
    ],
    [
      'a node has a payment waiting for a block',
      async ({ bsc }) => {
        const to = OUTSIDE.USDT;
        const intent = { fromIndex: 0, currency: 'USDT', to, units: 5n * 10n ** 18n, nonce: 0 } as const;
        await bsc.broadcast((await bsc.signTransfer(intent)).raw);
      },
    ],
    ['TRX are gone', async ({ tron }) => tron.lose(tron.deriveAddress(0), 'TRX', 5_000_000n)],
    [
      'the signed log has unknown lines',
      async ({ deps }) => deps.signedLog.append({ txHash: 'bsc-tx-of-another-life' }),
    ],
  ];

  it.each(SIGNS)('pays nothing that an admin has not looked at again where %s', async (_sign, happen) => {
    const { pool, adminId, id, resume } = await withApproved();
    await happen(pool);
    await pool.scan();
    const sentBefore = pool.bsc.broadcasts.length;
    await resume();
    // Before anything is about to be signed: until then its user could cancel it.
    expect(await readState(pool)).toMatchObject({ waitingFor: 'check' });
    await sendWithdrawals(pool.deps, 'BSC');
    // Pitfall: without the log of what was signed, one press pays everything that waits
    expect(pool.bsc.broadcasts).toHaveLength(sentBefore);
    expect(await readState(pool)).toEqual({
      state: 'approved',
      waitingFor: 'check',
      reason: MAY_BE_PAID,
    });
    expect(await listWithdrawalsToReview(pool.deps)).toMatchObject([{ id }]);
    await refreshNotices(pool.deps);
    const kinds = (await listNotices(pool.deps, adminId)).notices.map(({ kind }) => kind);
    expect(kinds).toContain('withdrawal-review');
    expect(kinds).not.toContain('hot-wallet-short');
    await reviewWithdrawal(pool.deps, { adminId, origin, withdrawalId: id, decision: 'approve', reason: '' });
    expect(await readState(pool)).toEqual({ state: 'approved', waitingFor: null, reason: null });
  });

  const FOUND: readonly [string, (pool: TestPool) => Promise<void>][] = [
    ...SIGNS.filter(([sign]) => sign !== 'TRX are gone'),
    [
      'a block holds a payment in TRX',
      async (pool) => {
        const intent = { fromIndex: 0, currency: 'TRX', to: OUTSIDE.TRX, units: 5_000_000n } as const;
        await pool.tron.broadcast((await pool.tron.signTransfer({ ...intent, nonce: null })).raw);
        pool.tron.finalize();
      },
    ],
  ];

  it.each(FOUND)(
    'gives nothing back to a user who cancels when it is found because %s',
    async (_sign, happen) => {
      const pool = await new TestPool((await open()).database, {
        withdrawalReviewMicro: { USDT: micro('6'), TRX: micro('6') },
      }).start();
      pool.bsc.fundGas(10n ** 18n);
      const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
      await pool.fundReserve('USDT', '1000');
      await pool.deposit('hotWallet', 'TRX', '100');
      const alice = await pool.investor('alice', 'USDT', '1000');
      pool.advanceHours(24);
      await runRewards(pool.deps);
      const approved = await withdraw(pool, alice);
      const reviewed = await withdraw(pool, alice, '7');
      expect([approved.state, reviewed.state]).toEqual(['approved', 'reviewing']);

      await happen(pool);
      await checkStart(pool.deps);
      await pool.scan();
      expect(await findHalt(pool.deps)).toBeDefined();
      for (const { id } of [approved, reviewed])
        await expectRefusal(pool, 'WITHDRAWAL_NOT_CANCELLABLE', () =>
          cancelWithdrawal(pool.deps, { userId: alice, withdrawalId: id }),
        );
      const listed = await listWithdrawalsToReview(pool.deps);
      expect(listed.map(({ state, reason }) => [state, reason])).toEqual(
        expect.arrayContaining([
          ['approved', MAY_BE_PAID],
          ['reviewing', MAY_BE_PAID],
        ]),
      );
      await resumePayouts(pool.deps, { adminId, origin, reason: 'Compared.' });
      for (const { id } of listed)
        await reviewWithdrawal(pool.deps, {
          adminId,
          origin,
          withdrawalId: id,
          decision: 'approve',
          reason: '',
        });
      // One look is enough, at what was in review as well.
      const rows = pool.deps.db.read.selectFrom('withdrawal').select(['state', 'waitingFor', 'reason']);
      expect(await rows.execute()).toEqual(
        Array.from({ length: 2 }, () => ({ state: 'approved', waitingFor: null, reason: null })),
      );
    },
  );

  it('gives the money back where an admin finds that nothing was paid and rejects', async () => {
    const { pool, adminId, id, resume } = await withApproved();
    await pool.deps.signedLog.append({ txHash: 'bsc-tx-of-another-life' });
    await resume();
    const review = { adminId, origin, withdrawalId: id, reason: 'Ask again, please.' };
    await reviewWithdrawal(pool.deps, { ...review, decision: 'reject' });
    expect(await readState(pool)).toMatchObject({ state: 'rejected', reason: 'Ask again, please.' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
    await expectRefusal(pool, 'WITHDRAWAL_NOT_REVIEWED', () =>
      reviewWithdrawal(pool.deps, { ...review, decision: 'approve' }),
    );
  });
});
