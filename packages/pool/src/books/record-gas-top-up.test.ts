// Goal: coins for fees that arrive are the operator's own funds, once, however many processes look at the same moment.
// Method: two connections to one database; both read the chain before either writes.
import { poolAccount } from '@glasspool/core/books';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { reconcile, recordGasTopUp, verifyBooks } from './index.ts';

const WEI = 10n ** 18n;

describeEachDatabase('coins for fees', (open) => {
  it.each([
    ['a coin', WEI, 1_000_000n],
    ['less than a micro-unit', 7n, 0n],
    ['a coin and dust', WEI + 7n, 1_000_000n],
  ])('are booked once by two processes: %s', async (_title, units, bookedMicro) => {
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
});
