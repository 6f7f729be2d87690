// Goal: the balance sheet balances in every state that the pool can be in, and every place that shows a figure shows the same one.
// Method: both databases; a seeded walk over the actions of people, operators, chains and workers, with interruptions. Checked after each
// step: the equation, the books and the public figures; at the end, the manifest of a snapshot of that moment.
import { type Currency, PoolError, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { imbalance } from '@glasspool/core/books';
import { micro, SeededRandom } from '@glasspool/core/testing';
import { describeEachDatabase, type StoppableDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getPosition } from '@glasspool/ledger';
import { releaseWallet } from '@glasspool/pool/balances';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { reverseDeposits } from '@glasspool/pool/deposits';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { invest, matureInvestments } from '@glasspool/pool/investments';
import { endHalt } from '@glasspool/pool/outgoing';
import { getPoolFigures } from '@glasspool/pool/reserve';
import { runRewards } from '@glasspool/pool/rewards';
import { startSweep } from '@glasspool/pool/sweeps';
import {
  cancelWithdrawal,
  requestOperatorWithdrawal,
  requestWithdrawal,
  sendWithdrawals,
} from '@glasspool/pool/withdrawals';
import { decodeManifest, toBookFigures } from '@glasspool/proof';
import { expect, it } from 'vitest';
import { takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const STEPS = 120;

/** Lines that must be above zero at some step. The walk proves nothing about a line that is always zero. */
const LINES = [
  'inFlightMicro',
  'userReceivableMicro',
  'rewardsPayableMicro',
  'rewardReserveMicro',
  'withdrawingByOperatorMicro',
  'ownFundsMicro',
] as const;

class Walk {
  readonly #random: SeededRandom;
  readonly pool: TestPoolWithSnapshots;
  readonly #mortal: StoppableDatabase;
  #users: readonly UserId[] = [];
  #adminId: UserId | undefined;
  readonly reached = new Set<string>();

  constructor(pool: TestPoolWithSnapshots, mortal: StoppableDatabase, seed: number) {
    this.pool = pool;
    this.#mortal = mortal;
    this.#random = new SeededRandom(seed);
  }

  async prepare(): Promise<void> {
    const { pool } = this;
    this.#adminId = (await createAdmin(pool.deps, 'operator@example.org')).userId;
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const users: UserId[] = [];
    for (const name of ['alice', 'bob', 'carol']) users.push(await pool.signUp(name, users.at(-1)));
    this.#users = users;
    for (const currency of USER_CURRENCIES) {
      await pool.deposit('hotWallet', currency, '500');
      await pool.fundReserve(currency, '300');
      for (const userId of users) {
        await pool.deposit(userId, currency, '1000');
        await invest(pool.deps, { userId, currency, amountMicro: micro('600') });
        await releaseWallet(pool.deps, { userId, currency, amountMicro: micro('300') });
      }
    }
  }

  /** Makes one step of the walk. Refusals are part of it; any other error fails the test. */
  async step(): Promise<void> {
    const { pool } = this;
    const { deps } = pool;
    const currency = this.#pick(USER_CURRENCIES);
    const userId = this.#pick(this.#users);
    const network = currency === 'USDT' ? 'BSC' : 'TRON';
    const steps: readonly (() => Promise<unknown>)[] = [
      () => pool.deposit(userId, currency, String(this.#amount())),
      () => pool.deposit('hotWallet', currency, String(this.#amount())),
      () => invest(deps, { userId, currency, source: this.#pick(['wallet', 'withdrawable'] as const) }),
      () => releaseWallet(deps, { userId, currency }),
      () => this.#withdraw(userId, currency),
      () => this.#withdraw(userId, currency),
      () => this.#cancel(userId),
      () => this.#takeOwnFunds(currency),
      () => sendWithdrawals(deps, network),
      () => pool.settle(network, deps),
      () => this.#lose(userId),
      () => this.#earn(),
      () => this.#earn(),
      () => this.#sweep(),
      async () => pool.getChain(currency).finalize(),
      () => pool.scan(),
    ];
    try {
      await this.#pick(steps)();
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
    }
  }

  async expectBalanced(): Promise<void> {
    const { db } = this.pool.deps;
    const figures = await getPoolFigures(this.pool.deps);
    for (const currency of USER_CURRENCIES) {
      const position = await getPosition(db.read, currency);
      expect(imbalance(position)).toBe(0n);
      expect(figures.currencies.find((one) => one.currency === currency)).toMatchObject(
        Object.fromEntries(
          [...LINES, 'custodyMicro' as const, 'owedToUsersMicro' as const].map((line) => [
            line,
            position[line],
          ]),
        ),
      );
      for (const line of LINES) if (position[line] > 0n) this.reached.add(line);
    }
    expect(await verifyBooks({ db })).toEqual([]);
  }

  #withdraw(userId: UserId, currency: Currency): Promise<unknown> {
    const amountMicro = micro(String(10 + this.#random.integer(40)));
    return requestWithdrawal(this.pool.deps, { userId, currency, address: OUTSIDE[currency], amountMicro });
  }

  async #cancel(userId: UserId): Promise<void> {
    const open = await this.pool.deps.db.read
      .selectFrom('withdrawal')
      .select('id')
      .where('userId', '=', userId)
      .where('state', '=', 'approved')
      .executeTakeFirst();
    if (open !== undefined) await cancelWithdrawal(this.pool.deps, { userId, withdrawalId: open.id });
  }

  async #takeOwnFunds(currency: Currency): Promise<void> {
    if (this.#adminId === undefined) throw new Error('The walk was not prepared.');
    const amountMicro = micro(String(1 + this.#random.integer(60)));
    const to = { currency, address: OUTSIDE[currency], amountMicro };
    await requestOperatorWithdrawal(this.pool.deps, { adminId: this.#adminId, origin, ...to });
  }

  /** Credits a deposit and reverses it. Then turns payouts on again, as an admin does after looking into it. */
  async #lose(userId: UserId): Promise<void> {
    const { pool } = this;
    pool.bsc.mine(8);
    await pool.scan();
    await pool.deposit(userId, 'USDT', String(this.#amount()));
    pool.bsc.reorganize(6);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    await reverseDeposits(pool.deps, 'BSC');
    await pool.deps.db.transaction(endHalt);
  }

  /** Lets a day pass, and pays a run with a process that may be killed before any of its statements. */
  async #earn(): Promise<void> {
    const { pool } = this;
    pool.advanceHours(24);
    this.#mortal.stopBefore(1 + this.#random.integer(60));
    try {
      await runRewards(pool.withDatabase(this.#mortal.database), { collected: 2, paid: 1 });
    } catch (error) {
      expect(error).toEqual(new Error('stopped'));
    }
    this.#mortal.resume();
    await matureInvestments(pool.deps);
  }

  async #sweep(): Promise<void> {
    if (this.#adminId === undefined) throw new Error('The walk was not prepared.');
    try {
      await startSweep(this.pool.deps, { adminId: this.#adminId, origin });
    } catch (error) {
      expect(error).toMatchObject({ code: 'NOTHING_TO_SWEEP' });
    }
    for (const network of ['BSC', 'TRON'] as const) await this.pool.sweep(network);
  }

  #amount(): number {
    return 50 + this.#random.integer(400);
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#random.integer(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  }
}

describeEachDatabase('the balance sheet', (open) => {
  it.each([1, 2])(
    'balances after every step of a walk, and says the same everywhere: seed %i',
    async (seed) => {
      const { database, connectStoppable } = await open();
      const pool = await new TestPoolWithSnapshots(database).start();
      const walk = new Walk(pool, connectStoppable(), seed);
      await walk.prepare();
      for (let step = 0; step < STEPS; step += 1) {
        await walk.step();
        await walk.expectBalanced();
      }
      expect([...walk.reached].sort()).toEqual([...LINES].sort());
      await expectManifestSaysTheSame(pool);
      for (const currency of [...USER_CURRENCIES, 'BNB'] as const) await reconcile(pool.deps, currency);
    },
  );
});

async function expectManifestSaysTheSame(pool: TestPoolWithSnapshots): Promise<void> {
  for (const chain of [pool.bsc, pool.tron]) chain.finalize();
  await pool.scan();
  const number = await takeSnapshot(pool.deps, 'daily');
  const chunks: Uint8Array[] = [];
  for await (const chunk of pool.deps.snapshots.read(number, 'manifest.bin')) chunks.push(chunk);
  const manifest = decodeManifest(Buffer.concat(chunks));
  for (const [currency, found] of [
    ['USDT', manifest.usdt],
    ['TRX', manifest.trx],
  ] as const) {
    expect(found).toMatchObject(toBookFigures(await getPosition(pool.deps.db.read, currency)));
  }
}
