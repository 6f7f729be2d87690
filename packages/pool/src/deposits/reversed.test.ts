// Goal: money that the chain took back after it was credited is neither invested, withdrawn nor rewarded until it is settled.
// Method: both databases; a chain in memory that replaces final blocks; an honest investor beside, and inviters above.
import { formatAmount, type UserId } from '@glasspool/core';
import { receivable } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile } from '../books/index.ts';
import { invest, matureInvestments } from '../investments/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, readReserve, TestPool } from '../testing/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';
import { reverseDeposits } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const currency = 'USDT';

describeEachDatabase('a deposit that was reversed after it was credited', (open) => {
  /** Alice, invited by carol, was credited with 1,000 USDT; bob has invested as much of his own. */
  async function poolWithCredit(): Promise<{ pool: TestPool; alice: UserId; bob: UserId; carol: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve(currency, '10000');
    const carol = await pool.signUp('carol');
    const bob = await pool.investor('bob', currency, '1000');
    const alice = await pool.signUp('alice', carol);
    // Fresh blocks between what stays and what goes.
    pool.bsc.mine(10);
    await pool.scan();
    await pool.deposit(alice, currency, '1000');
    return { pool, alice, bob, carol };
  }

  /** Replaces the final blocks that hold alice's deposit, and books the loss. */
  async function reverse(pool: TestPool): Promise<void> {
    pool.bsc.reorganize(6);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
  }

  const owedBy = async (pool: TestPool, userId: UserId): Promise<string> =>
    formatAmount(-(await getBalance(pool.deps.db.read, receivable(userId, currency))));

  it('cannot be invested, made withdrawable or withdrawn', async () => {
    const { pool, alice } = await poolWithCredit();
    await reverse(pool);
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
    await reverse(pool);
    await pool.deposit(alice, currency, '1060');
    expect(await owedBy(pool, alice)).toBe('0.000000');
    await invest(pool.deps, { userId: alice, currency, amountMicro: micro('60') });
    await expectBalances(pool, alice, currency, { wallet: '1000.000000', invested: '60.000000' });
  });

  it('pauses the investment that it was made into: it earns nothing, and neither do its inviters', async () => {
    const { pool, alice, bob, carol } = await poolWithCredit();
    await invest(pool.deps, { userId: alice, currency });
    await reverse(pool);
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
    await reverse(pool);
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
    await reverse(pool);
    pool.advanceHours(24 * 31);
    await runRewards(pool.deps);
    await matureInvestments(pool.deps);
    await expectBalances(pool, alice, currency, { withdrawable: '1000.000000' });
    await expectRefusal(pool, 'RECEIVABLE_OUTSTANDING', () =>
      requestWithdrawal(pool.deps, { userId: alice, currency, address: OUTSIDE, amountMicro: micro('600') }),
    );
  });
});
