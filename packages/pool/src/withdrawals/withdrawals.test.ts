// Goal: money leaves once or comes back once, whatever the network and the process do.
// Method: both databases; chains in memory, which can lose and refuse what is sent; a stop before every statement.
import { NetworkRefusedError } from '@glasspool/chains';
import { formatAmount, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase, type TestDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { invest } from '../investments/index.ts';
import { findHalt } from '../outgoing/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE_BSC = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OUTSIDE_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describeEachDatabase('a withdrawal', (open) => {
  /** Alice has 20 USDT and 200 TRX withdrawable; the hot wallet has tokens and gas. */
  async function poolWithAlice(): Promise<{
    pool: TestPool;
    alice: UserId;
    connect: TestDatabase['connect'];
    connectStoppable: TestDatabase['connectStoppable'];
  }> {
    const { database, connect, connectStoppable } = await open();
    const pool = await new TestPool(database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    await pool.fundReserve('TRX', '10000');
    await pool.deposit('hotWallet', 'TRX', '100');
    const alice = await pool.investor('alice', 'USDT', '1000');
    await pool.deposit(alice, 'TRX', '10000');
    await invest(pool.deps, { userId: alice, currency: 'TRX' });
    pool.advanceHours(24);
    await runRewards(pool.deps);
    return { pool, alice, connect, connectStoppable };
  }

  const usdt = (userId: UserId, amount: string, idempotencyKey?: string) => ({
    userId,
    currency: 'USDT' as const,
    address: OUTSIDE_BSC,
    amountMicro: micro(amount),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

  async function expectChainEqualsBooks(pool: TestPool): Promise<void> {
    for (const currency of ['USDT', 'TRX', 'BNB'] as const) {
      expect(await reconcile(pool.deps, currency)).toMatchObject({ currency, unexplainedUnits: 0n });
    }
  }

  it('holds the amount, pays it on chain, and is confirmed once it is final', async () => {
    const { pool, alice } = await poolWithAlice();
    const { id } = await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    // Pitfall: money in flight is in no book
    await expectBalances(pool, alice, 'USDT', { withdrawable: '18.000000', onHold: '2.000000' });
    await sendWithdrawals(pool.deps, 'BSC');
    expect(pool.signedLog).toEqual([expect.objectContaining({ subject: id, nonce: 0 })]);
    pool.bsc.mine(1);
    expect(await pool.settle('BSC')).toBe(0);
    pool.bsc.finalize();
    expect(await pool.settle('BSC')).toBe(1);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '18.000000', onHold: '0.000000' });
    expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(15n * 10n ** 17n);
    await expectChainEqualsBooks(pool);
  });

  it('takes the network fee for TRX from the operator, never from the user', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'TRX',
      address: OUTSIDE_TRON,
      amountMicro: micro('15'),
    });
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.finalize();
    await pool.settle('TRON');
    await expectBalances(pool, alice, 'TRX', { withdrawable: '184.500000', onHold: '0.000000' });
    expect(await pool.tron.getBalanceUnits(OUTSIDE_TRON, 'TRX')).toBe(15_000_000n);
    await expectChainEqualsBooks(pool);
  });

  it('sends the same bytes again while the network knows nothing of them, and pays once', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    pool.bsc.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, 'BSC');
    await pool.settle('BSC');
    pool.bsc.dropsBroadcasts = false;
    await pool.settle('BSC');
    await pool.settle('BSC');
    // Pitfall: a timeout or 'already known' is read as a failure
    expect(new Set(pool.bsc.broadcasts).size).toBe(1);
    expect(pool.bsc.broadcasts.length).toBeGreaterThan(2);
    pool.bsc.finalize();
    await pool.settle('BSC');
    expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(15n * 10n ** 17n);
    await expectChainEqualsBooks(pool);
  });

  it('comes back when the final chain shows that it failed', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    pool.bsc.failsTransfers = true;
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    // Pitfall: reported as sent, reverted on chain (tronprotocol/java-tron#3642)
    await expectBalances(pool, alice, 'USDT', { withdrawable: '20.000000', onHold: '0.000000' });
    await expectChainEqualsBooks(pool);
  });

  it('comes back only when the final chain proves that it cannot happen any more', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'TRX',
      address: OUTSIDE_TRON,
      amountMicro: micro('15'),
    });
    pool.tron.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.mine(15);
    await pool.settle('TRON');
    // Pitfall: a handler of exceptions gives the money back
    await expectBalances(pool, alice, 'TRX', { withdrawable: '184.500000', onHold: '15.500000' });
    pool.tron.mine(15);
    await pool.settle('TRON');
    await expectBalances(pool, alice, 'TRX', { withdrawable: '200.000000', onHold: '0.000000' });
    await expectChainEqualsBooks(pool);
  });

  it('is told to the screens of its owner when it comes back, as it can never happen', async () => {
    const { pool, alice } = await poolWithAlice();
    const asked = {
      userId: alice,
      currency: 'TRX',
      address: OUTSIDE_TRON,
      amountMicro: micro('15'),
    } as const;
    await requestWithdrawal(pool.deps, asked);
    pool.tron.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.mine(30);
    const seen: string[] = [];
    pool.deps.events.subscribe({ userId: alice, role: 'user' }, ({ type }) => seen.push(type));
    await pool.settle('TRON');
    expect(seen).toEqual(['wallet.changed', 'withdrawal.changed', 'transaction.changed']);
  });

  it('is accepted once of fifty parallel requests for the whole balance', async () => {
    const { pool, alice, connect } = await poolWithAlice();
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        requestWithdrawal(index % 2 ? pool.deps : second, usdt(alice, '19.5')),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    }
    // ASVS 2.3.2, 2.3.4, 15.4.2
    await expectBalances(pool, alice, 'USDT', { withdrawable: '0.000000', onHold: '20.000000' });
  });

  it('is one under one key, however often and from wherever it is asked for', async () => {
    const { pool, alice, connect } = await poolWithAlice();
    const second = pool.withDatabase(connect());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        requestWithdrawal(index % 2 ? pool.deps : second, usdt(alice, '1.5', 'key-1')),
      ),
    );
    // Pitfall: repeated by a retry button (peanutprotocol/peanut-ui#2619)
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    await expectRefusal(pool, 'IDEMPOTENCY_KEY_REUSED', () =>
      requestWithdrawal(pool.deps, usdt(alice, '2', 'key-1')),
    );
    await expectBalances(pool, alice, 'USDT', { withdrawable: '18.000000', onHold: '2.000000' });
  });

  it.each([
    ['INSUFFICIENT_BALANCE', OUTSIDE_BSC, '20.000001'],
    ['WITHDRAWAL_BELOW_MINIMUM', OUTSIDE_BSC, '0.999999'],
    ['ADDRESS_WRONG_NETWORK', OUTSIDE_TRON, '1.5'],
    ['ADDRESS_INVALID', 'no one', '1.5'],
    ['ADDRESS_FORBIDDEN', 'hotWallet', '1.5'],
    ['ADDRESS_FORBIDDEN', 'own', '1.5'],
  ])('is refused with %s to %s of %s, and nothing changes', async (code, to, amount) => {
    const { pool, alice } = await poolWithAlice();
    const address =
      to === 'hotWallet' ? pool.bsc.deriveAddress(0) : to === 'own' ? pool.bsc.deriveAddress(1) : to;
    await expectRefusal(pool, code, () => requestWithdrawal(pool.deps, { ...usdt(alice, amount), address }));
  });

  it('is not signed when the node has moved to a network that is not allowed', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    pool.bsc.assertAllowedNetwork = async () => {
      throw new NetworkRefusedError('The node is on BSC mainnet.');
    };
    // Pitfall: the node has moved to another chain
    await expect(sendWithdrawals(pool.deps, 'BSC')).rejects.toThrow(NetworkRefusedError);
    expect(await pool.deps.db.read.selectFrom('outgoingTransaction').selectAll().execute()).toEqual([]);
    expect([pool.bsc.broadcasts, pool.signedLog]).toEqual([[], []]);
  });

  it('stops when the chain knows a transaction of the hot wallet that the database does not', async () => {
    const { pool, alice } = await poolWithAlice();
    const foreign = await pool.bsc.signTransfer({
      fromIndex: 0,
      currency: 'USDT',
      to: OUTSIDE_BSC,
      units: 1n,
      nonce: 0,
    });
    await pool.bsc.broadcast(foreign.raw);
    pool.bsc.finalize();
    // The balance shows nothing of it.
    pool.bsc.lose(pool.bsc.deriveAddress(0), 'USDT', -1n);
    await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await findHalt(pool.deps)).toContain('has sent 1 transactions, of which the database knows 0');
    expect(pool.bsc.broadcasts).toHaveLength(1);
  });

  it('pays once when stopped before any statement of sending and confirming', async () => {
    const { pool, alice, connectStoppable } = await poolWithAlice();
    await pool.deposit(alice, 'USDT', '100');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    pool.advanceHours(24 * 4);
    await runRewards(pool.deps);
    const failing = connectStoppable();
    const work = async (): Promise<void> => {
      const deps = pool.withDatabase(failing.database);
      await sendWithdrawals(deps, 'BSC');
      pool.bsc.finalize();
      await pool.settle('BSC', deps);
    };
    let statement = 1;
    for (let isStopped = true; isStopped; statement += 1) {
      await requestWithdrawal(pool.deps, usdt(alice, '1', `key-${statement}`));
      await pool.scan();
      failing.stopBefore(statement);
      isStopped = await work().then(
        () => false,
        () => true,
      );
      // A restart, as after a crash.
      failing.resume();
      await pool.settle('BSC');
      await work();
      const paid = BigInt(statement);
      await expectBalances(pool, alice, 'USDT', {
        withdrawable: formatAmount(micro('200') - paid * micro('1.5')),
        onHold: '0.000000',
      });
      // Pitfall: a crash between sending and recording
      expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(paid * 10n ** 18n);
    }
    expect(statement).toBeGreaterThan(20);
    await expectChainEqualsBooks(pool);
  });
});
