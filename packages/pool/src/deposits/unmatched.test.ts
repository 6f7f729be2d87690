// Goal: a transfer to the hot wallet is listed, and can be credited to one user, once, with the amount on the chain, and never out of money
// that is gone.
import { PoolError, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile, verifyBooks } from '../books/index.ts';
import { fundReserve } from '../reserve/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { attributeDeposit, listUnmatchedReceipts, reverseDeposits } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const PAGE = { page: 1, limit: 10 };

describeEachDatabase('a receipt that matches no one', (open) => {
  async function poolWithReceipt(prepare?: (pool: TestPool) => Promise<void>) {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    await prepare?.(pool);
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const alice = await pool.signUp('alice');
    await pool.deposit('hotWallet', 'USDT', '100');
    const { receipts } = await listUnmatchedReceipts(pool.deps, PAGE);
    const receipt = receipts.find(({ amountMicro }) => amountMicro === micro('100'));
    if (receipt === undefined) throw new Error('Nothing is listed.');
    const attribute = (email: string, deps = pool.deps) =>
      attributeDeposit(deps, { adminId, origin, depositId: receipt.id, email, reason: 'her own transfer' });
    return { pool, adminId, alice, receipt, attribute, connect };
  }

  async function expectSound(pool: TestPool): Promise<void> {
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  }

  it('is listed with sender and amount, and credited to the user whom an admin names', async () => {
    const { pool, alice, receipt, attribute } = await poolWithReceipt();
    expect(receipt).toMatchObject({ amountMicro: micro('100'), currency: 'USDT', state: 'credited' });
    expect(receipt.sender).not.toBeNull();
    await attribute('alice@example.org');
    // Pitfall: a deposit to the wrong one of our addresses
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    expect(await listUnmatchedReceipts(pool.deps, PAGE)).toEqual({ receipts: [], total: 0 });
    const { lines } = await listAdminActions(pool.deps, { ...PAGE, action: 'deposit.attribute' });
    expect(lines[0]).toMatchObject({ subject: receipt.id });
    await expectSound(pool);
  });

  it('is given to a user once, however many admins do so at the same time', async () => {
    const { pool, alice, attribute, connect } = await poolWithReceipt();
    const bob: UserId = await pool.signUp('bob');
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled([
      attribute('alice@example.org'),
      attribute('bob@example.org', second),
      attribute('alice@example.org', second),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const wallets = await pool.deps.db.read
      .selectFrom('account')
      .select('balanceMicro')
      .where('path', 'in', [`user/${alice}/wallet`, `user/${bob}/wallet`])
      .where('currency', '=', 'USDT')
      .execute();
    expect(wallets.reduce((sum, { balanceMicro }) => sum + balanceMicro, 0n)).toBe(micro('100'));
    await expectSound(pool);
  });

  it('is refused when the operator has used it, for an unknown user, for an admin, and a second time', async () => {
    const { pool, attribute } = await poolWithReceipt();
    await expect(attribute('noone@example.org')).rejects.toThrow(PoolError);
    await expect(attribute('operator@example.org')).rejects.toThrow(PoolError);
    await fundReserve(pool.deps, { currency: 'USDT', amountMicro: micro('1') });
    await expectRefusal(pool, 'OWN_FUNDS_EXCEEDED', () => attribute('alice@example.org'));
    await pool.deposit('hotWallet', 'USDT', '1');
    await attribute('alice@example.org');
    await expectRefusal(pool, 'DEPOSIT_NOT_UNMATCHED', () => attribute('alice@example.org'));
    await expectSound(pool);
  });

  /** Replaces the blocks with the receipt, including final ones, and books the loss. */
  async function takeBack(pool: TestPool): Promise<void> {
    pool.bsc.reorganize(6);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
  }

  it('is refused while it is not final, and once the chain took it back, though own funds would do', async () => {
    const { pool, adminId, alice, receipt, attribute } = await poolWithReceipt(async (early) => {
      await early.deposit('hotWallet', 'USDT', '500');
      early.bsc.mine(10);
    });
    pool.bsc.deposit(pool.bsc.deriveAddress(0), 10n ** 18n);
    pool.bsc.mine();
    await pool.scan();
    const { receipts } = await listUnmatchedReceipts(pool.deps, PAGE);
    const confirming = receipts.find(({ state }) => state === 'confirming');
    if (confirming === undefined) throw new Error('Nothing confirms.');
    await expectRefusal(pool, 'DEPOSIT_NOT_UNMATCHED', () =>
      attributeDeposit(pool.deps, {
        adminId,
        origin,
        depositId: confirming.id,
        email: 'alice@example.org',
        reason: 'Too early.',
      }),
    );
    await takeBack(pool);
    expect((await listUnmatchedReceipts(pool.deps, PAGE)).receipts).not.toContainEqual(
      expect.objectContaining({ id: receipt.id }),
    );
    await expectRefusal(pool, 'DEPOSIT_NOT_UNMATCHED', () => attribute('alice@example.org'));
    await expectBalances(pool, alice, 'USDT', { wallet: '0.000000' });
    await expectSound(pool);
  });

  it('is owed by its user where the chain takes it back after it was credited', async () => {
    const { pool, alice, attribute } = await poolWithReceipt(async (early) => {
      await early.deposit('hotWallet', 'USDT', '500');
      early.bsc.mine(10);
    });
    const before = await getPosition(pool.deps.db.read, 'USDT');
    await attribute('alice@example.org');
    await takeBack(pool);
    const after = await getPosition(pool.deps.db.read, 'USDT');
    expect(after.userReceivableMicro).toBe(micro('100'));
    // The operator's own funds lack only the receipt, which never belonged to the operator.
    expect(after.ownFundsAvailableMicro).toBe(before.ownFundsAvailableMicro - micro('100'));
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    await expectRefusal(pool, 'RECEIVABLE_OUTSTANDING', () =>
      releaseWallet(pool.deps, { userId: alice, currency: 'USDT' }),
    );
    await expectSound(pool);
  });
});
