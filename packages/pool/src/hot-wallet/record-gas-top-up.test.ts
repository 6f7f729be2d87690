// Goal: coins for fees that arrive are the operator's own funds, once, however many processes look at the same moment.
// Method: two connections to one database; both read the chain before either writes.
import { poolAccount } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile, verifyBooks } from '../books/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { recordGasTopUp } from './index.ts';

const WEI = 10n ** 18n;

describeEachDatabase('an arrival of coins for fees', (open) => {
  it.each([
    ['a coin', WEI, 1_000_000n],
    ['less than a micro-unit', 7n, 0n],
    ['a coin and dust', WEI + 7n, 1_000_000n],
  ])('is booked once by two processes: %s', async (_title, units, bookedMicro) => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    pool.bsc.fundGas(units);
    const processes = [pool.deps, pool.withDatabase(connect())];
    await Promise.all(processes.map(recordGasTopUp));
    expect(await getBalance(database.read, poolAccount('pool/ownFunds', 'BNB'))).toBe(bookedMicro);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({
      unexplainedUnits: 0n,
      dustUnits: units % 10n ** 12n,
    });
    expect(await verifyBooks(pool.deps)).toEqual([]);
    // Later coins of the same amount are others.
    pool.bsc.fundGas(units);
    await Promise.all(processes.map(recordGasTopUp));
    expect(await getBalance(database.read, poolAccount('pool/ownFunds', 'BNB'))).toBe(2n * bookedMicro);
  });

  it.each([
    ['that was read is replaced, and the scanner does not know it yet', true],
    ['is replaced before the scanner has read it', false],
  ])('is not what a fee gives back whose block %s', async (_when, isRead) => {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(WEI);
    await recordGasTopUp(pool.deps);
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '50');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      amountMicro: micro('40'),
    });
    await pool.deposit('hotWallet', 'USDT', '50');
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    if (isRead) await pool.scan();
    const own = poolAccount('pool/ownFunds', 'BNB');
    const before = await getBalance(pool.deps.db.read, own);
    pool.bsc.reorganize(4);
    await recordGasTopUp(pool.deps);
    for (let times = 0; times < 2; times += 1) {
      await pool.scan();
      await recordGasTopUp(pool.deps);
      await pool.settle('BSC');
      pool.bsc.finalize();
    }
    await recordGasTopUp(pool.deps);
    expect(await getBalance(pool.deps.db.read, own)).toBe(before);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
  });
});
