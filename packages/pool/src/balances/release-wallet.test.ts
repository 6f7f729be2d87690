// Goal: an uninvested deposit can be taken out again, a part of it invested, and unlocked principal invested again, each exactly once.
// Method: both databases; parts and wholes; many calls at once over two connections.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { invest, matureInvestments } from '../investments/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { releaseWallet } from './index.ts';

const currency = 'USDT';

describeEachDatabase('an uninvested deposit', (open) => {
  async function poolWithDeposit() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, currency, '200');
    return { pool, alice, second: pool.withDatabase(connect()) };
  }

  it('becomes withdrawable without a term, in whole or in part', async () => {
    const { pool, alice } = await poolWithDeposit();
    expect(await releaseWallet(pool.deps, { userId: alice, currency, amountMicro: micro('30') })).toBe(
      micro('30'),
    );
    await expectBalances(pool, alice, currency, { wallet: '170.000000', withdrawable: '30.000000' });
    expect(await releaseWallet(pool.deps, { userId: alice, currency })).toBe(micro('170'));
    await expectBalances(pool, alice, currency, { wallet: '0.000000', withdrawable: '200.000000' });
  });

  it('is refused beyond what the wallet holds, and when it holds nothing', async () => {
    const { pool, alice } = await poolWithDeposit();
    await expectRefusal(pool, 'WALLET_EXCEEDED', () =>
      releaseWallet(pool.deps, { userId: alice, currency, amountMicro: micro('200.000001') }),
    );
    await expectRefusal(pool, 'NOTHING_TO_RELEASE', () =>
      releaseWallet(pool.deps, { userId: alice, currency: 'TRX' }),
    );
  });

  it('is moved as often as there is money, and once under one key, of twenty calls at once', async () => {
    const { pool, alice, second } = await poolWithDeposit();
    const call = (index: number, key?: string) =>
      releaseWallet(index % 2 ? pool.deps : second, {
        userId: alice,
        currency,
        amountMicro: micro('60'),
        idempotencyKey: key,
      });
    const keyed = await Promise.all(Array.from({ length: 20 }, (_, index) => call(index, 'key-1')));
    expect(new Set(keyed)).toEqual(new Set([micro('60')]));
    await expectBalances(pool, alice, currency, { wallet: '140.000000', withdrawable: '60.000000' });
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => call(index)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expectBalances(pool, alice, currency, { wallet: '20.000000', withdrawable: '180.000000' });
  });

  it('is invested in part, and the rest stays', async () => {
    const { pool, alice } = await poolWithDeposit();
    await invest(pool.deps, { userId: alice, currency, amountMicro: micro('50') });
    await expectBalances(pool, alice, currency, { wallet: '150.000000', invested: '50.000000' });
    await expectRefusal(pool, 'INVESTMENT_EXCEEDS_BALANCE', () =>
      invest(pool.deps, { userId: alice, currency, amountMicro: micro('150.000001') }),
    );
    await expectRefusal(pool, 'INVESTMENT_BELOW_MINIMUM', () =>
      invest(pool.deps, { userId: alice, currency, amountMicro: micro('49.999999') }),
    );
    await invest(pool.deps, { userId: alice, currency });
    await expectBalances(pool, alice, currency, { wallet: '0.000000', invested: '200.000000' });
  });

  it('is invested again without leaving the pool once its investment has unlocked', async () => {
    const { pool, alice } = await poolWithDeposit();
    await invest(pool.deps, { userId: alice, currency });
    pool.advanceHours(24 * 30);
    await runRewards(pool.deps);
    await matureInvestments(pool.deps);
    await expectBalances(pool, alice, currency, { invested: '0.000000', withdrawable: '200.000000' });
    await invest(pool.deps, { userId: alice, currency, source: 'withdrawable', amountMicro: micro('120') });
    await expectBalances(pool, alice, currency, { invested: '120.000000', withdrawable: '80.000000' });
  });
});
