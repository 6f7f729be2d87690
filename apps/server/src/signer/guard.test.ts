// Goal: the signer signs what the pool pays, and nothing that someone who took over the pool's process would rather have.
// Method: both databases; withdrawals made by the pool's own functions, then asked for with something else in them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANCHOR_INDEX, type UnsignedTransfer } from '@glasspool/chains';
import { DAY_MS, toChainUnits, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { requestWithdrawal, reviewWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { assertMaySign } from './guard.ts';
import { PaymentLog } from './payment-log.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const usdt = (amount: string): bigint => toChainUnits('USDT', micro(amount));

describeEachDatabase('the signer', (open) => {
  async function withWithdrawal(dailyCapMicro = { user: micro('100'), operator: micro('100') }) {
    const pool = await new TestPool((await open()).database, {
      withdrawalReviewMicro: { USDT: micro('13'), TRX: micro('10000') },
    }).start();
    pool.bsc.fundGas(10n ** 18n);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-signer-'));
    const path = join(folder, 'payments.log');
    const opened: PaymentLog[] = [];
    /** As after a start: what was signed is read from the log. */
    const deps = async () => {
      const payments = await PaymentLog.open(path, pool.clock.now());
      opened.push(payments);
      return {
        network: 'BSC' as const,
        db: pool.deps.db.read,
        deriveAddress: (index: number) => pool.bsc.deriveAddress(index),
        payments,
        forbiddenPayees: [TOKEN],
        now: pool.clock.now(),
        readFinalTimeMs: async () => pool.clock.now(),
        dailyCapMicro,
      };
    };
    const { id } = await withdraw(pool, alice, '5');
    const transfer: UnsignedTransfer = {
      currency: 'USDT',
      to: OUTSIDE,
      units: usdt('5'),
      nonce: 0,
      feeMaxUnits: 10n ** 14n,
      expiresAt: null,
      data: null,
    };
    const end = (): void => {
      for (const payments of opened) payments[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    };
    return { pool, alice, deps, id, transfer, [Symbol.dispose]: end };
  }

  const withdraw = (pool: TestPool, userId: UserId, amount: string) =>
    requestWithdrawal(pool.deps, {
      userId,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro(amount),
      idempotencyKey: amount,
    });

  type Asked = Omit<Parameters<typeof assertMaySign>[1], 'payloadHash'>;

  const getOutcome = async (deps: Promise<Parameters<typeof assertMaySign>[0]>, asked: Asked) =>
    assertMaySign(await deps, { ...asked, payloadHash: '00' }).then(
      () => 'signed',
      (error: Error) => error.message,
    );

  it('signs a withdrawal as the database has it, and none that differs', async () => {
    using given = await withWithdrawal();
    const { deps, id, transfer } = given;
    const asked = { index: 0, subject: id, transfer };
    expect(await getOutcome(deps(), asked)).toBe('signed');
    // ASVS 13.3.3
    for (const [changed, reason] of [
      [{ ...asked, transfer: { ...transfer, to: OTHER } }, 'another address, or another amount'],
      [{ ...asked, transfer: { ...transfer, units: usdt('5') + 1n } }, 'another address, or another amount'],
      [
        { ...asked, transfer: { ...transfer, currency: 'BNB' as const } },
        'another address, or another amount',
      ],
      [{ ...asked, transfer: { ...transfer, data: '0x00' } }, 'only anchors do'],
      [{ ...asked, transfer: { ...transfer, feeMaxUnits: 10n ** 18n } }, 'more for fees than'],
      [{ ...asked, subject: null }, 'belongs to no withdrawal'],
      [{ ...asked, subject: 'wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y4' }, 'no such withdrawal'],
      [{ ...asked, index: 1 }, 'pays to the hot wallet alone'],
      [{ ...asked, index: ANCHOR_INDEX }, 'signs anchors, and nothing else'],
      [{ ...asked, transfer: { ...transfer, to: TOKEN } }, 'does not pay to this address'],
    ] as const)
      expect(await getOutcome(deps(), changed)).toContain(reason);
  });

  it('signs no withdrawal that waits for an admin, has ended, or was signed under another nonce', async () => {
    using given = await withWithdrawal();
    const { pool, alice, deps, id, transfer } = given;
    const large = await withdraw(pool, alice, '9');
    const other = { index: 0, subject: large.id, transfer: { ...transfer, units: usdt('9') } };
    expect(await getOutcome(deps(), other)).toBe('The withdrawal is reviewing.');
    const origin = { ipAddress: '127.0.0.1', requestId: '1' };
    const reason = 'Ask support.';
    await reviewWithdrawal(pool.deps, {
      adminId: await pool.signUp('admin'),
      withdrawalId: large.id,
      decision: 'reject',
      reason,
      origin,
    });
    expect(await getOutcome(deps(), other)).toBe('The withdrawal is rejected.');
    const asked = { index: 0, subject: id, transfer };
    await sendWithdrawals(pool.deps, 'BSC');
    const { nonce } = await pool.deps.db.read
      .selectFrom('outgoingNonce')
      .select('nonce')
      .where('subject', '=', id)
      .executeTakeFirstOrThrow();
    expect(await getOutcome(deps(), { ...asked, transfer: { ...transfer, nonce } })).toBe('signed');
    // ASVS 13.3.3
    expect(await getOutcome(deps(), { ...asked, transfer: { ...transfer, nonce: nonce + 1 } })).toContain(
      'under another nonce',
    );
  });

  it('signs a confirmed withdrawal again at the nonce that its log has for it, and at no other', async () => {
    using given = await withWithdrawal();
    const { pool, deps, id, transfer } = given;
    const asked = { index: 0, subject: id, transfer };
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    expect(await getOutcome(deps(), asked)).toBe('The withdrawal is confirmed.');
    const signed = await deps();
    await signed.payments.take(
      {
        at: pool.clock.now(),
        day: 0,
        currency: 'USDT',
        source: 'user',
        withdrawalId: id,
        address: OUTSIDE,
        amountMicro: micro('5'),
        payment: 'nonce/0',
        expiresAt: null,
      },
      { capMicro: micro('100'), readFinalTimeMs: signed.readFinalTimeMs },
    );
    pool.clock.advance(40 * DAY_MS);
    expect(await getOutcome(deps(), asked)).toBe('signed');
    expect(await getOutcome(deps(), { ...asked, transfer: { ...transfer, nonce: 1 } })).toBe(
      'The withdrawal is confirmed.',
    );
  });

  it('signs no more than the cap of a day, by its own account, also after it was restarted', async () => {
    using given = await withWithdrawal({ user: micro('7'), operator: micro('100') });
    const { pool, alice, deps, id, transfer } = given;
    expect(await getOutcome(deps(), { index: 0, subject: id, transfer })).toBe('signed');
    expect(await getOutcome(deps(), { index: 0, subject: id, transfer })).toBe('signed');
    const second = await withdraw(pool, alice, '3');
    const asked = { index: 0, subject: second.id, transfer: { ...transfer, nonce: 1, units: usdt('3') } };
    expect(await getOutcome(deps(), asked)).toContain('cap of 7.000000 USDT per day is reached');
    pool.clock.advance(DAY_MS);
    const third = await withdraw(pool, alice, '4');
    const next = { index: 0, subject: third.id, transfer: { ...transfer, nonce: 1, units: usdt('4') } };
    // ASVS 13.3.3
    expect(await getOutcome(deps(), next)).toBe('signed');
  });

  it('counts one withdrawal at each nonce that it is asked for, and writes each into its log', async () => {
    using given = await withWithdrawal({ user: micro('12'), operator: micro('100') });
    const { deps, id, transfer } = given;
    // A process that ended between signature and database needs this, and one that was taken over can do it.
    const ask = (nonce: number) =>
      getOutcome(deps(), { index: 0, subject: id, transfer: { ...transfer, nonce } });
    expect([await ask(0), await ask(1), await ask(0)]).toEqual(['signed', 'signed', 'signed']);
    expect(await ask(2)).toContain('cap of 12.000000 USDT per day is reached');
    const { payments } = await deps();
    expect(payments.end.lines).toBe(2);
    expect(
      [0, 1, 2].map((nonce) => payments.isLast({ withdrawalId: id, payment: `nonce/${nonce}` })),
    ).toEqual([false, true, false]);
  });

  it('signs what was approved today, however long it lay in review, and not what was approved long ago', async () => {
    using given = await withWithdrawal();
    const { pool, alice, deps, transfer } = given;
    const { id } = await withdraw(pool, alice, '9');
    pool.advanceHours(31 * 24);
    const adminId = await pool.signUp('admin');
    const review = { adminId, withdrawalId: id, reason: '', origin: { ipAddress: '', requestId: '1' } };
    await reviewWithdrawal(pool.deps, { ...review, decision: 'approve' });
    const asked = { index: 0, subject: id, transfer: { ...transfer, units: usdt('9') } };
    expect(await getOutcome(deps(), asked)).toBe('signed');
    pool.advanceHours(31 * 24);
    expect(await getOutcome(deps(), asked)).toBe('The withdrawal was approved too long ago.');
  });

  it('signs the operator’s own withdrawals up to a cap of their own, by any writer', async () => {
    using given = await withWithdrawal({ user: micro('5'), operator: micro('7') });
    const { pool, alice, deps, id, transfer } = given;
    // An attacker with the server's rights can write a row that claims to be the operator's.
    const forge = async (serial: number, amount: string) => {
      const forged = `wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y${serial}` as const;
      await pool.deps.db.transaction(async (tx) => {
        const row = await tx
          .selectFrom('withdrawal')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('withdrawal')
          .values({ ...row, id: forged, userId: alice, source: 'operator', amountMicro: micro(amount) })
          .execute();
      });
      const paid = { ...transfer, nonce: serial, units: usdt(amount) };
      return getOutcome(deps(), { index: 0, subject: forged, transfer: paid });
    };
    expect(await getOutcome(deps(), { index: 0, subject: id, transfer })).toBe('signed');
    expect(await forge(1, '6')).toBe('signed');
    // Pitfall: an attacker who takes over the server writes withdrawals for themselves
    expect(await forge(2, '2')).toContain('cap of 7.000000 USDT per day is reached');
    expect(await forge(3, '1')).toBe('signed');
    // ASVS 13.3.3
    expect(await forge(4, '0.000001')).toContain('cap of 7.000000 USDT per day is reached');
  });

  it('signs what stays with the pool: sweeps, anchors, and fees up to a bound', async () => {
    using given = await withWithdrawal();
    const { pool, deps, transfer } = given;
    const hotWallet = pool.bsc.deriveAddress(0);
    const anchor = pool.bsc.deriveAddress(ANCHOR_INDEX);
    const user = pool.bsc.deriveAddress(1);
    const bnb = { ...transfer, currency: 'BNB' as const, units: 10n ** 15n };
    const ask = (index: number, one: UnsignedTransfer) =>
      getOutcome(deps(), { index, subject: null, transfer: one });
    expect(await ask(1, { ...transfer, to: hotWallet })).toBe('signed');
    expect(await ask(ANCHOR_INDEX, { ...bnb, to: anchor, units: 0n, data: '0x1234' })).toBe('signed');
    expect(await ask(0, { ...bnb, to: user })).toBe('signed');
    // In the place of a payment that must not happen any more.
    expect(await ask(0, { ...bnb, to: hotWallet, units: 0n })).toBe('signed');
    expect(await ask(0, { ...bnb, to: user, units: 10n ** 18n })).toContain(
      'more than one of our own addresses needs',
    );
    expect(await ask(0, { ...transfer, to: user })).toContain('more than one of our own addresses needs');
    await pool.deps.db.transaction(async (tx) => {
      await tx
        .insertInto('wallet')
        .values({ network: 'BSC', derivationIndex: 77, address: OTHER, userId: null })
        .execute();
    });
    expect(await ask(0, { ...bnb, to: OTHER })).toContain('calls an address ours that is not');
  });
});
