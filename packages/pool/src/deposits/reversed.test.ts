// Goal: money that was credited and that the chain took back is neither invested, withdrawn nor rewarded until it is settled.
// Method: both databases; a chain in memory that replaces final blocks; an honest investor, and the user's inviters.
import { formatAmount, toChainUnits, type UserId } from '@glasspool/core';
import { type Account, receivable, transfers, userAccount } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { countWaiting, describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getBalance, lockBalances, postNew } from '@glasspool/ledger';
import { describe, expect, it, vi } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile, verifyBooks } from '../books/index.ts';
import { invest, listInvestments, matureInvestments } from '../investments/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, readReserve, TestPool } from '../testing/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';
import {
  attributeDeposit,
  confirmDeposits,
  listUnmatchedReceipts,
  reverseDeposits,
  scanChain,
} from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const currency = 'USDT';

describeEachDatabase('a deposit that was reversed after it was credited', (open, dialect) => {
  /** Pool in which alice, invited by carol, was credited with 1,000 USDT, and bob has invested 1,000 USDT of his own. */
  async function poolWithCredit() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    await pool.fundReserve(currency, '10000');
    const carol = await pool.signUp('carol');
    const bob = await pool.investor('bob', currency, '1000');
    const alice = await pool.signUp('alice', carol);
    // Blocks between those that stay and those that will be replaced.
    pool.bsc.mine(10);
    await pool.scan();
    await pool.deposit(alice, currency, '1000');
    return { pool, alice, bob, carol, connect };
  }

  /** Replaces the final blocks since a user's deposit by blocks without the deposit. */
  async function lose(pool: TestPool, userId: UserId): Promise<void> {
    const { txHash, blockHeight } = await pool.deps.db.read
      .selectFrom('deposit')
      .select(['txHash', 'blockHeight'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const { height } = await pool.bsc.getHead();
    pool.bsc.reorganize(height - blockHeight + 1, (hash) => hash !== txHash);
    pool.bsc.finalize();
    await scanChain(pool.deps, 'BSC');
    await scanChain(pool.deps, 'BSC');
  }

  /** Does the same as `lose`, and books the loss. */
  async function reverse(pool: TestPool, userId: UserId): Promise<void> {
    await lose(pool, userId);
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
  }

  const owedBy = async (pool: TestPool, userId: UserId): Promise<string> =>
    formatAmount(-(await getBalance(pool.deps.db.read, receivable(userId, currency))));

  it('is told to the screens of its owner', async () => {
    const { pool, alice } = await poolWithCredit();
    await lose(pool, alice);
    const seen: string[] = [];
    pool.deps.events.subscribe({ userId: alice, role: 'user' }, ({ type }) => seen.push(type));
    await reverseDeposits(pool.deps, 'BSC');
    expect(seen).toEqual(['wallet.changed', 'transaction.changed']);
  });

  it('is not invested, made withdrawable or withdrawn', async () => {
    const { pool, alice } = await poolWithCredit();
    await reverse(pool, alice);
    expect(await owedBy(pool, alice)).toBe('1000.000000');
    await expectRefusal(pool, 'RECEIVABLE_OUTSTANDING', () => invest(pool.deps, { userId: alice, currency }));
    await expectRefusal(pool, 'RECEIVABLE_OUTSTANDING', () =>
      invest(pool.deps, { userId: alice, currency, amountMicro: micro('50') }),
    );
    await expectRefusal(pool, 'RECEIVABLE_OUTSTANDING', () =>
      releaseWallet(pool.deps, { userId: alice, currency }),
    );
    expect(await reconcile(pool.deps, currency)).toMatchObject({ unexplainedUnits: 0n });
  });

  it('leaves what is above the receivable free to invest', async () => {
    const { pool, alice } = await poolWithCredit();
    await reverse(pool, alice);
    await pool.deposit(alice, currency, '1060');
    expect(await owedBy(pool, alice)).toBe('0.000000');
    await invest(pool.deps, { userId: alice, currency, amountMicro: micro('60') });
    await expectBalances(pool, alice, currency, { wallet: '1000.000000', invested: '60.000000' });
  });

  // SQLite has one writer: nothing runs beside an open transaction.
  describe.runIf(dialect === 'postgres')('at the same moment as another credit', () => {
    /**
     * Starts the calls while another transaction holds the lock of an account, each one once the call before it waits or is over. Then
     * releases the lock.
     */
    async function meet(
      holder: Database,
      account: Account,
      calls: readonly (() => Promise<unknown>)[],
    ): Promise<void> {
      const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const holding = holder.transaction(async (tx) => {
        await lockBalances(tx, [account]);
        isHeld();
        await released;
      });
      await held;
      const running: Promise<unknown>[] = [];
      for (const call of calls) {
        const before = await countWaiting(holder);
        let isOver = false;
        running.push(call().finally(() => (isOver = true)));
        const isSettled = async (): Promise<void> =>
          expect(isOver || (await countWaiting(holder)) > before).toBe(true);
        await vi.waitFor(isSettled, { timeout: 30_000 });
      }
      release();
      await Promise.all([holding, ...running]);
    }

    /** Pool with alice's deposit, and with a receipt of the hot wallet that an admin is about to credit to her. */
    async function poolWithReceipt() {
      const { pool, alice, connect } = await poolWithCredit();
      await pool.deposit('hotWallet', currency, '1000');
      const { receipts } = await listUnmatchedReceipts(pool.deps, { page: 1, limit: 10 });
      const receipt = receipts.find(({ amountMicro }) => amountMicro === micro('1000'));
      if (receipt === undefined) throw new Error('Nothing is listed.');
      const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
      const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
      const email = 'alice@example.org';
      const attribution = { adminId, origin, depositId: receipt.id, email, reason: 'hers' };
      const second = pool.withDatabase(connect());
      return { pool, alice, connect, attribute: () => attributeDeposit(second, attribution) };
    }

    it('is settled once by another deposit and a receipt, and the user has the rest', async () => {
      const { pool, alice, connect, attribute } = await poolWithReceipt();
      await reverse(pool, alice);
      pool.bsc.deposit(await pool.deriveAddress(alice, currency), toChainUnits(currency, micro('1000')));
      pool.bsc.finalize();
      await scanChain(pool.deps, 'BSC');
      await meet(connect(), receivable(alice, currency), [
        () => confirmDeposits(pool.deps, 'BSC'),
        attribute,
      ]);
      expect(await owedBy(pool, alice)).toBe('0.000000');
      await expectBalances(pool, alice, currency, { wallet: '2000.000000' });
      expect(await verifyBooks(pool.deps)).toEqual([]);
    });

    it('pauses nothing that a receipt covers', async () => {
      const { pool, alice, connect, attribute } = await poolWithReceipt();
      await invest(pool.deps, { userId: alice, currency });
      await lose(pool, alice);
      await meet(connect(), userAccount(alice, 'wallet', currency), [
        attribute,
        () => reverseDeposits(pool.deps, 'BSC'),
      ]);
      await expectBalances(pool, alice, currency, { wallet: '1000.000000', invested: '1000.000000' });
      expect(await owedBy(pool, alice)).toBe('1000.000000');
      expect(await listInvestments(pool.deps, alice)).toMatchObject([{ pausedAt: null }]);
    });
  });

  it('is found in the books where more of it was settled than was owed', async () => {
    const { pool, alice } = await poolWithCredit();
    await reverse(pool, alice);
    const deposit = {
      network: 'BSC',
      txHash: '0x1',
      logIndex: 0,
      reversals: 0,
      userId: alice,
      currency,
    } as const;
    const settled = { ...deposit, amountMicro: micro('1000.000002') };
    await pool.deps.db.transaction((tx) =>
      postNew(tx, transfers.creditDeposit(settled, micro('1000.000002')), pool.clock.now()),
    );
    expect(await verifyBooks(pool.deps)).toContainEqual({
      rule: 'nothing-is-owed-below-zero',
      subject: `user/${alice}/receivable:USDT`,
      detail: '2 micro-units more were settled than were owed',
    });
  });

  it('pauses the investment that it was made into: it earns nothing, and neither do its inviters', async () => {
    const { pool, alice, bob, carol } = await poolWithCredit();
    await invest(pool.deps, { userId: alice, currency });
    await reverse(pool, alice);
    pool.advanceHours(48);
    await runRewards(pool.deps);
    await expectBalances(pool, alice, currency, { withdrawable: '0.000000', invested: '1000.000000' });
    await expectBalances(pool, carol, currency, { referral: '0.000000' });
    await expectBalances(pool, bob, currency, { withdrawable: '40.000000' });
    expect(await readReserve(pool, currency)).toBe('9960.000000');
  });

  it('lets the investment earn again once it is settled, and the paused days stay unpaid', async () => {
    const { pool, alice } = await poolWithCredit();
    await invest(pool.deps, { userId: alice, currency });
    await reverse(pool, alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await pool.deposit(alice, currency, '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await expectBalances(pool, alice, currency, { withdrawable: '20.000000', wallet: '0.000000' });
  });

  it('keeps matured principal back until it is settled', async () => {
    const { pool, alice } = await poolWithCredit();
    await invest(pool.deps, { userId: alice, currency });
    await reverse(pool, alice);
    pool.advanceHours(24 * 31);
    await runRewards(pool.deps);
    await matureInvestments(pool.deps);
    await expectBalances(pool, alice, currency, { withdrawable: '1000.000000' });
    await expectRefusal(pool, 'RECEIVABLE_OUTSTANDING', () =>
      requestWithdrawal(pool.deps, { userId: alice, currency, address: OUTSIDE, amountMicro: micro('600') }),
    );
  });
});
