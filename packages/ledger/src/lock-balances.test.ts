// Goal: transactions that lock the same accounts at the same time wait for each other without a deadlock, also when one of the accounts is
// used for the first time.
// Method: PostgreSQL reports its deadlocks.
import { LEDGER_CURRENCIES, type UserId } from '@glasspool/core';
import { ACCOUNT_CLASSES, transfers, userAccount } from '@glasspool/core/books';
import { lockRows } from '@glasspool/db';
import { describeEachDatabase, listDeadlocks } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { lockBalances, postTransfer } from './index.ts';

const ROUNDS = 5;
/** More than the number of connections, so that some transactions begin after others are done. */
const AT_ONCE = 40;
class GivenUpError extends Error {}
const account = (userId: UserId, name: 'wallet' | 'invested' | 'withdrawable') =>
  userAccount(userId, name, 'USDT');

describeEachDatabase('locking balances', (open, dialect) => {
  it('meets no deadlock where an account does not exist yet', async () => {
    const { database, connect } = await open();
    const processes = [connect(), connect()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const userId: UserId = `usr_${round}`;
      const event = { network: 'BSC', txHash: `0x${round}`, logIndex: 0, reversals: 0 } as const;
      const deposit = transfers.creditDeposit({ ...event, userId, currency: 'USDT', amountMicro: 5n }, 0n);
      await database.transaction((tx) => postTransfer(tx, deposit, 0));
      const accounts = (['wallet', 'withdrawable', 'invested'] as const).map((name) => account(userId, name));
      // All but one give up, as callers do that find nothing left. The accounts that they opened are rolled back.
      const lock = (index: number) =>
        processes[index % 2]?.transaction(async (tx) => {
          expect(await lockBalances(tx, accounts)).toEqual([5n, 0n, 0n]);
          if (index > 0) throw new GivenUpError();
        });
      const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, index) => lock(index)));
      for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(GivenUpError);
    }
    if (dialect === 'sqlite') return;
    for (const process of processes) await process.close();
    expect(await listDeadlocks(database)).toEqual([]);
  });

  it('finds the accounts of the pool, which are there from the start', async () => {
    const { database } = await open();
    const rows = await database.read.selectFrom('account').selectAll().execute();
    const classes = Object.entries(ACCOUNT_CLASSES).filter(
      ([name]) => !name.startsWith('user/') && name !== 'pool/reserve',
    );
    const expected = LEDGER_CURRENCIES.flatMap((currency) =>
      classes.map(([path, { guarded }]) => ({
        id: `${path}:${currency}`,
        path,
        currency,
        accountClass: path,
        userId: null,
        guarded: guarded ? 1 : 0,
        balanceMicro: 0n,
      })),
    );
    expect(new Map(rows.map((row) => [row.id, row]))).toEqual(new Map(expected.map((row) => [row.id, row])));
  });

  it('has its deadlocks told', async () => {
    if (dialect === 'sqlite') return;
    const { database, connect } = await open();
    const processes = [connect(), connect()];
    const locks = ['chain/custody:USDT', 'pool/ownFunds:USDT'];
    const met = Promise.withResolvers<void>();
    let arrived = 0;
    const ends = await Promise.allSettled(
      processes.map((process, index) =>
        process.transaction(async (tx) => {
          const lock = (id: string) =>
            lockRows(tx, tx.selectFrom('account').select('id').where('id', '=', id)).execute();
          await lock(locks[index] ?? '');
          arrived += 1;
          if (arrived === 2) met.resolve();
          await met.promise;
          await lock(locks[1 - index] ?? '');
        }),
      ),
    );
    // The transaction that PostgreSQL aborted is repeated.
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    for (const process of processes) await process.close();
    const [count, details] = await listDeadlocks(database);
    expect(count).toBe('1 deadlocks');
    expect(details).toContain('from "account" where "id" = $1 for update');
  });
});
