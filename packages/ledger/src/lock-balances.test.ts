// Goal: transactions that lock the same accounts at the same moment wait for one another without a deadlock, also where one of the
// accounts is used for the first time. Method: PostgreSQL counts its deadlocks.
import type { UserId } from '@glasspool/core';
import { transfers, userAccount } from '@glasspool/core/books';
import { countDeadlocks, describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { lockBalances, postTransfer } from './index.ts';

const ROUNDS = 5;
/** More than there are connections: some begin when the first is done. */
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
      // All but one give up, as those do that find nothing left: what they opened is gone again.
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
    expect(await countDeadlocks(database)).toBe(0);
  });
});
