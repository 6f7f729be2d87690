// Goal: calls and workers that touch the same users and the same accounts of the pool at the same moment wait for one another without a
// deadlock. Method: every call that moves money and every worker at once, over two connections; PostgreSQL tells of its deadlocks.
import { type Currency, PoolError, toChainUnits, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase, listDeadlocks } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { releaseWallet } from '@glasspool/pool/balances';
import { verifyBooks } from '@glasspool/pool/books';
import type { PoolDeps } from '@glasspool/pool/deps';
import { invest } from '@glasspool/pool/investments';
import { transferReferral } from '@glasspool/pool/referrals';
import { fundReserve } from '@glasspool/pool/reserve';
import { startSweep } from '@glasspool/pool/sweeps';
import { requestOperatorWithdrawal, requestWithdrawal } from '@glasspool/pool/withdrawals';
import { listUserTransactions } from '@glasspool/records/transactions';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { expect, it } from 'vitest';
import { NETWORK_STEPS, POOL_STEPS } from './workers/index.ts';

const ROUNDS = 6;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const OUTSIDE: Readonly<Record<Currency, string>> = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA',
};

describeEachDatabase('a pool with calls and workers at once', (open, dialect) => {
  it('meets no deadlock, and keeps right books', async () => {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(connect()).start();
    const second = pool.withDatabase(connect());
    const processes = [pool.deps, second];
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 19n);
    for (const currency of USER_CURRENCIES) await pool.fundReserve(currency, '5000');
    // Each was invited by the one before.
    const everyone: UserId[] = [];
    for (let user = 0; user < 2 * ROUNDS; user += 1)
      everyone.push(await pool.signUp(`user${user}`, everyone.at(-1)));
    const failures: unknown[] = [];
    let done = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // Two more users in each round, whose accounts are used for the first time.
      const users = everyone.slice(0, 2 * round + 2);
      for (const userId of users)
        for (const currency of USER_CURRENCIES) {
          const address = await pool.deriveAddress(userId, currency);
          pool.getChain(currency).deposit(address, toChainUnits(currency, micro('500')));
        }
      for (const chain of [pool.bsc, pool.tron]) chain.finalize();
      const calls = listCalls({ users, adminId, round });
      const works = [
        ...calls.map((call, index) => call(processes[index % 2] ?? second)),
        ...Object.values(POOL_STEPS).map((step) => step(pool.deps)),
        ...(['BSC', 'TRON'] as const).flatMap((network) =>
          Object.values(NETWORK_STEPS).map((step) => step(second, network)),
        ),
      ];
      for (const end of await Promise.allSettled(works))
        if (end.status === 'fulfilled') done += 1;
        else if (!(end.reason instanceof PoolError)) failures.push(end.reason);
      pool.advanceHours(13);
    }
    expect(failures).toEqual([]);
    // Most of them find the money that they need.
    expect(done).toBeGreaterThan(400);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    if (dialect === 'sqlite') return;
    for (const { db } of processes) await db.close();
    expect(await listDeadlocks(database)).toEqual([]);
  });
});

type Call = (deps: PoolDeps) => Promise<unknown>;

/** Every call that moves money: of each user in both currencies, each twice at once, and of the operator. */
function listCalls(of: { users: readonly UserId[]; adminId: UserId; round: number }): Call[] {
  const { users, adminId, round } = of;
  const amountMicro = micro('20');
  const ofUsers = users.flatMap((userId, user) =>
    USER_CURRENCIES.flatMap((currency): Call[] => [
      (deps) => invest(deps, { userId, currency, amountMicro: micro('250') }),
      (deps) => releaseWallet(deps, { userId, currency, amountMicro }),
      (deps) =>
        requestWithdrawal(deps, {
          userId,
          currency,
          address: OUTSIDE[currency],
          amountMicro,
          idempotencyKey: `${round}-${user}-${currency}`,
        }),
      (deps) =>
        transferReferral(deps, {
          userId,
          currency,
          amountMicro: micro('0.1'),
          destination: 'toWithdrawable',
        }),
      (deps) => listUserTransactions(deps, { userId, page: 1, limit: 10 }),
    ]),
  );
  const ofOperator = USER_CURRENCIES.flatMap((currency): Call[] => [
    (deps) => fundReserve(deps, { currency, amountMicro, admin: { adminId, origin } }),
    (deps) =>
      requestOperatorWithdrawal(deps, { adminId, origin, currency, address: OUTSIDE[currency], amountMicro }),
  ]);
  const sweep: Call = (deps) => startSweep(deps, { adminId, origin });
  return [...ofUsers, ...ofUsers.toReversed(), ...ofOperator, sweep];
}
