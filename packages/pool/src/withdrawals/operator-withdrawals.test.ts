// Goal: the operator can take what is no one else's, to the last micro-unit, and nothing more, however many ask at once.
import { parseAmount, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase, type TestDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { getPoolFigures } from '../reserve/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { getTotals } from '../totals/index.ts';
import {
  listWithdrawalsToReview,
  requestOperatorWithdrawal,
  requestWithdrawal,
  reviewWithdrawal,
  sendWithdrawals,
} from './index.ts';

const TOKEN = '0xfB6916095Ca1Df60BB79Ce92cE3ea74C37C5d360';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

async function availableTo(pool: TestPool): Promise<bigint> {
  return (await getPosition(pool.deps.db.read, 'USDT')).ownFundsAvailableMicro;
}

describeEachDatabase('a hot wallet withdrawal', (open) => {
  /** 1,000 USDT on chain, of which 990 are owed to alice. */
  async function poolWithTen(): Promise<{
    pool: TestPool;
    adminId: UserId;
    connect: TestDatabase['connect'];
  }> {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '990');
    await pool.deposit('hotWallet', 'USDT', '10');
    return { pool, adminId, connect };
  }

  const request = (adminId: UserId, amount: string, idempotencyKey?: string) => ({
    adminId,
    origin,
    currency: 'USDT' as const,
    address: OUTSIDE,
    amountMicro: micro(amount),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

  it('lets 10 of 1,000 held and 990 owed leave and refuses 10.000001, naming both figures', async () => {
    const { pool, adminId } = await poolWithTen();
    await expectRefusal(pool, 'RESERVES_TOO_SMALL', () =>
      requestOperatorWithdrawal(pool.deps, request(adminId, '10.000001')),
    );
    await expect(requestOperatorWithdrawal(pool.deps, request(adminId, '10.000001'))).rejects.toThrow(
      'The pool has 1000.000000 USDT, of which 990.000000 USDT covers liabilities, rewards and fees of open payouts. At most 10.000000 USDT can leave the hot wallet now.',
    );
    const { state } = await requestOperatorWithdrawal(pool.deps, request(adminId, '10'));
    expect(state).toBe('approved');
    await expectRefusal(pool, 'RESERVES_TOO_SMALL', () =>
      requestOperatorWithdrawal(pool.deps, request(adminId, '0.000001')),
    );
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('takes no more than the own funds together with others, of twenty at once over two connections', async () => {
    const { pool, adminId, connect } = await poolWithTen();
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        requestOperatorWithdrawal(index % 2 ? pool.deps : second, request(adminId, '3')),
      ),
    );
    const taken = results.filter((result) => result.status === 'fulfilled');
    expect(taken).toHaveLength(3);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'RESERVES_TOO_SMALL' });
    }
    expect(await availableTo(pool)).toBe(micro('1'));
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('leaves the chain once and is in no sum of what users withdrew', async () => {
    const { pool, adminId } = await poolWithTen();
    const { id } = await requestOperatorWithdrawal(pool.deps, request(adminId, '4', 'key'));
    const again = await requestOperatorWithdrawal(pool.deps, request(adminId, '4', 'key'));
    expect(again.id).toBe(id);
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    expect(await pool.bsc.getBalanceUnits(OUTSIDE, 'USDT')).toBe(4n * 10n ** 18n);
    expect((await getTotals(pool.deps, 'withdrawal')).totalMicro.USDT).toBe(0n);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
    expect((await getPoolFigures(pool.deps)).currencies[0]).toMatchObject({
      owedToUsersMicro: micro('990'),
      ownFundsMicro: micro('6'),
    });
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 1, action: 'own-funds.withdraw' });
    expect(lines[0]).toMatchObject({
      subject: id,
      beforeJson: '{"currency":"USDT","assets":"1000.000000","claims":"990.000000"}',
    });
  });

  it('refuses what the ledger would allow but the chain does not hold', async () => {
    const { pool, adminId } = await poolWithTen();
    // Six tokens have left the hot wallet without us: what is held is less than what the ledger counts.
    const foreign = await pool.bsc.signTransfer({
      fromIndex: 0,
      currency: 'USDT',
      to: OUTSIDE,
      units: 6n * 10n ** 18n,
      nonce: 0,
    });
    await pool.bsc.broadcast(foreign.raw);
    pool.bsc.finalize();
    await expect(requestOperatorWithdrawal(pool.deps, request(adminId, '5'))).rejects.toMatchObject({
      code: 'RESERVES_TOO_SMALL',
      details: { assets: '994.000000', claims: '990.000000', available: '4.000000' },
    });
  });

  it('refuses what only a deposit that no scanner has read makes up for on the chain', async () => {
    const { pool, adminId } = await poolWithTen();
    pool.bsc.lose(pool.bsc.deriveAddress(0), 'USDT', 6n * 10n ** 18n);
    const { address } = await pool.deps.db.read
      .selectFrom('deposit')
      .select('address')
      .where('userId', 'is not', null)
      .executeTakeFirstOrThrow();
    pool.bsc.deposit(address, 6n * 10n ** 18n);
    pool.bsc.mine();
    expect((await reconcile(pool.deps, 'USDT')).unexplainedUnits).toBe(0n);
    await expect(requestOperatorWithdrawal(pool.deps, request(adminId, '5'))).rejects.toMatchObject({
      code: 'RESERVES_TOO_SMALL',
      details: { assets: '994.000000', claims: '990.000000', available: '4.000000' },
    });
    await requestOperatorWithdrawal(pool.deps, request(adminId, '4'));
  });

  it('waits while more blocks are not read than can be looked through', async () => {
    const { pool, adminId } = await poolWithTen();
    pool.bsc.mine(501);
    await expectRefusal(pool, 'UNAVAILABLE', () =>
      requestOperatorWithdrawal(pool.deps, request(adminId, '5')),
    );
    await pool.scan();
    expect((await requestOperatorWithdrawal(pool.deps, request(adminId, '5'))).state).toBe('approved');
  });

  it('waits above the limit of a day for another admin, who is never the one who asked', async () => {
    const { pool, adminId } = await poolWithTen();
    await pool.deposit('hotWallet', 'USDT', '5000');
    expect((await requestOperatorWithdrawal(pool.deps, request(adminId, '1000'))).state).toBe('approved');
    const { id, state } = await requestOperatorWithdrawal(pool.deps, request(adminId, '0.000001'));
    expect(state).toBe('reviewing');
    expect(await listWithdrawalsToReview(pool.deps)).toMatchObject([{ id, source: 'operator' }]);
    const { userId: otherId } = await createAdmin(pool.deps, 'second@example.org');
    const review = { withdrawalId: id, origin, reason: 'Not today.' };
    await expectRefusal(pool, 'FORBIDDEN', () =>
      reviewWithdrawal(pool.deps, { ...review, adminId, decision: 'approve' }),
    );
    await reviewWithdrawal(pool.deps, { ...review, adminId: otherId, decision: 'reject' });
    expect(await availableTo(pool)).toBe(micro('4010'));
    // ASVS 2.3.5
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('holds no user up while it is above the limit', async () => {
    const { pool, adminId } = await poolWithTen();
    await pool.fundReserve('USDT', '1000');
    const bob = await pool.investor('bob', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await pool.deposit('hotWallet', 'USDT', '5000');
    const { id } = await requestOperatorWithdrawal(pool.deps, request(adminId, '1000.000001'));
    const { userId: otherId } = await createAdmin(pool.deps, 'second@example.org');
    await reviewWithdrawal(pool.deps, {
      withdrawalId: id,
      origin,
      reason: '',
      adminId: otherId,
      decision: 'approve',
    });
    await requestWithdrawal(pool.deps, {
      userId: bob,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('19.5'),
    });
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    const { state } = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('approved');
  });

  it.each([
    // Pitfall: sent to the token contract or to the zero address
    ['the zero address', () => '0x0000000000000000000000000000000000000000', 'ADDRESS_FORBIDDEN'],
    ['the contract of the token', () => TOKEN, 'ADDRESS_FORBIDDEN'],
    ['an address of TRON', () => 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'ADDRESS_WRONG_NETWORK'],
    // Pitfall: a withdrawal to one of the pool's addresses
    ['one of the pool’s own', (pool: TestPool) => pool.bsc.deriveAddress(1), 'ADDRESS_FORBIDDEN'],
  ])('refuses to pay %s', async (_name, getAddress, code) => {
    const { pool, adminId } = await poolWithTen();
    Object.defineProperty(pool.bsc, 'forbiddenPayees', { value: [TOKEN] });
    const asked = { ...request(adminId, '1'), address: getAddress(pool) };
    await expect(requestOperatorWithdrawal(pool.deps, asked)).rejects.toMatchObject({ code });
    expect(await availableTo(pool)).toBe(parseAmount('10'));
  });
});
