// One seeded schedule: users deposit and withdraw, an admin sweeps, workers run and are killed before any of their statements,
// blocks come and are replaced, and the lines to the nodes lie. At the end everything comes to rest and is counted.
import { mintTestToken, sendTestBnb, sendTestTrx } from '@glasspool/chains/local';
import {
  type Currency,
  MINUTE_MS,
  NETWORK_OF,
  NETWORKS,
  type Network,
  PoolError,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import { ManualClock, SeededRandom } from '@glasspool/core/testing';
import type { StoppableDatabase, TestDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { releaseWallet } from '@glasspool/pool/balances';
import type { PoolDeps } from '@glasspool/pool/deps';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { startSweep } from '@glasspool/pool/sweeps';
import { TestPool } from '@glasspool/pool/testing';
import { getWallets } from '@glasspool/pool/wallets';
import { requestWithdrawal, reviewWithdrawal } from '@glasspool/pool/withdrawals';
import { NETWORK_STEPS } from '@glasspool/server/operations';
import { computeAddress, hexlify } from 'ethers';
import { TronWeb } from 'tronweb';
import { type FaultyChains, FINALITY_BLOCKS, startFaultyChains } from './faulty-chains.ts';

const STEPS = 130;
const USERS = ['alice', 'bob', 'carol'];
const REORG_DEPTH_MAX = 14;
const MINE_MAX = 8;
const KILL_BEFORE_MAX = 40;
const WAIT_MS = 12 * MINUTE_MS;
const ROUNDS_TO_REST_MAX = 60;
const ONE_UNIT = { USDT: 10n ** 12n, TRX: 1n } as const;
const origin = { ipAddress: 'test', requestId: 'faults' };

/** A requested withdrawal; no one else is ever paid at its address. */
export interface Asked {
  readonly currency: Currency;
  readonly address: string;
  readonly amountMicro: bigint;
}

type Worker = (deps: PoolDeps, network: Network) => Promise<unknown>;
/** Those of the program: one that a schedule lacks leaves what it would have done under way for ever. */
const WORKERS: readonly Worker[] = [...Object.values(NETWORK_STEPS), (deps) => recordGasTopUp(deps)];

export class Schedule implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly #random: SeededRandom;
  readonly pool: TestPool;
  readonly faulty: FaultyChains;
  readonly #mortal: StoppableDatabase;
  #users: readonly UserId[] = [];
  #adminId: UserId | undefined;
  /** Log of the steps, for the message of a failure. */
  readonly log: string[] = [];

  private constructor(parts: {
    random: SeededRandom;
    pool: TestPool;
    faulty: FaultyChains;
    mortal: StoppableDatabase;
  }) {
    this.#random = parts.random;
    this.pool = parts.pool;
    this.faulty = parts.faulty;
    this.#mortal = parts.mortal;
  }

  /** A pool on both chains with three users, each of whom may withdraw, and a hot wallet with tokens and gas. */
  static async prepare(seed: number, { database, connectStoppable }: TestDatabase): Promise<Schedule> {
    const random = new SeededRandom(seed);
    // Anvil's blocks have the time of this machine, and no chain may be ahead of the clock.
    const clock = new ManualClock(Date.now());
    await using stack = new AsyncDisposableStack();
    const faulty = stack.use(await startFaultyChains(random, clock));
    const pool = new TestPool(database, {}, faulty.chains, clock);
    const schedule = new Schedule({ random, pool, faulty, mortal: connectStoppable() });
    await schedule.#setUp();
    // It is the schedule's own from here on; before, a failure ends the nodes.
    stack.move();
    return schedule;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.faulty[Symbol.asyncDispose]();
  }

  async #setUp(): Promise<void> {
    const { pool, faulty } = this;
    for (const network of NETWORKS) await faulty.mine(network, FINALITY_BLOCKS + 2);
    await pool.start();
    this.#users = await Promise.all(USERS.map((name) => pool.signUp(name)));
    this.#adminId = (await createAdmin(pool.deps, 'root@example.org')).userId;
    await sendTestBnb(faulty.bscUrl, faulty.honest.BSC.deriveAddress(0), 10n ** 18n);
    await this.#give('USDT', faulty.honest.BSC.deriveAddress(0), 1_000n * 10n ** 18n);
    await this.#give('TRX', faulty.honest.TRON.deriveAddress(0), 1_000n * 10n ** 6n);
    for (const userId of this.#users) {
      for (const { address, currency } of await getWallets(pool.deps, userId))
        await this.#give(currency, address, 500n * 10n ** (currency === 'USDT' ? 18n : 6n));
    }
    await this.#rest();
    for (const userId of this.#users) await this.#releaseWallets(userId);
  }

  /** Sends tokens from outside, by a wallet that talks to the node itself. */
  async #give(currency: Currency, address: string, units: bigint): Promise<void> {
    if (currency === 'USDT') await mintTestToken(this.faulty.bscUrl, address, units);
    else await sendTestTrx(this.faulty.tronUrl, address, units);
    await this.faulty.mine(NETWORK_OF[currency], 1);
  }

  /** Makes what a user deposited withdrawable. */
  async #releaseWallets(userId: UserId): Promise<void> {
    for (const { currency, walletMicro } of await getWallets(this.pool.deps, userId)) {
      if (walletMicro === 0n) continue;
      await releaseWallet(this.pool.deps, { userId, currency });
    }
  }

  /** Does the steps of the seed, with faults. */
  async run(): Promise<void> {
    for (const proxy of Object.values(this.faulty.proxies)) proxy.isArmed = true;
    for (let step = 0; step < STEPS; step += 1) await this.#step();
    for (const proxy of Object.values(this.faulty.proxies)) proxy.isArmed = false;
    await this.#rest();
  }

  async #step(): Promise<void> {
    const choice = this.#random.integer(100);
    if (choice < 8) return this.#deposit();
    if (choice < 18) return this.#withdraw();
    if (choice < 20) return this.#sweep();
    if (choice < 24) return this.#reorganize();
    if (choice < 25) return this.#wait();
    if (choice < 45) return this.#mine();
    return this.#work(choice < 85 ? [this.#pick(WORKERS)] : WORKERS);
  }

  async #deposit(): Promise<void> {
    const wallets = await getWallets(this.pool.deps, this.#pick(this.#users));
    const { currency, address } = this.#pick(wallets);
    const units = BigInt(1 + this.#random.integer(50_000_000)) * ONE_UNIT[currency];
    const dust = currency === 'USDT' ? BigInt(this.#random.integer(1_000_000)) : 0n;
    this.log.push(`deposit ${currency} ${units + dust}`);
    await this.#give(currency, address, units + dust);
  }

  async #withdraw(): Promise<void> {
    const currency = this.#pick(['USDT', 'TRX'] as const);
    const amountMicro = BigInt(10_000_000 + this.#random.integer(60_000_000));
    const address = this.#newAddress(currency);
    try {
      const userId = this.#pick(this.#users);
      const { id, state } = await requestWithdrawal(this.pool.deps, {
        userId,
        currency,
        address,
        amountMicro,
      });
      this.asked.push({ currency, address, amountMicro });
      this.log.push(`withdraw ${currency} ${amountMicro} to ${address}`);
      // As many new addresses on TRON need an admin.
      if (state === 'reviewing') await this.#approve(id);
    } catch (error) {
      // Nothing left to withdraw.
      if (!(error instanceof PoolError)) throw error;
    }
  }

  get #admin(): UserId {
    if (this.#adminId === undefined) throw new Error('The schedule was not set up.');
    return this.#adminId;
  }

  async #approve(withdrawalId: WithdrawalId): Promise<void> {
    const review = { adminId: this.#admin, withdrawalId, decision: 'approve', reason: '', origin } as const;
    await reviewWithdrawal(this.pool.deps, review);
  }

  async #sweep(): Promise<void> {
    const adminId = this.#admin;
    this.log.push('sweep');
    await this.#attempt(() => startSweep(this.pool.deps, { adminId, origin }));
  }

  async #reorganize(): Promise<void> {
    const network = this.#pick(NETWORKS);
    const depth = 1 + this.#random.integer(REORG_DEPTH_MAX);
    const keeps = this.#random.integer(2) === 0;
    this.log.push(`reorganize ${network} ${depth} ${keeps}`);
    await this.faulty.reorganize(network, depth, keeps);
  }

  async #mine(): Promise<void> {
    const network = this.#pick(NETWORKS);
    await this.faulty.mine(network, 1 + this.#random.integer(MINE_MAX));
    this.log.push(`mine ${network}`);
  }

  /** Lets time pass without work: transactions that were signed on TRON and are in no block expire. */
  async #wait(): Promise<void> {
    this.log.push('wait');
    this.pool.clock.advance(WAIT_MS);
    await this.faulty.mine('TRON', FINALITY_BLOCKS + 1);
  }

  /** A step of each worker, by a process that may be killed before any of its statements. */
  async #work(workers: readonly Worker[]): Promise<void> {
    const network = this.#pick(NETWORKS);
    for (const worker of workers) {
      const isKilled = this.#random.integer(4) === 0;
      if (isKilled) this.#mortal.stopBefore(1 + this.#random.integer(KILL_BEFORE_MAX));
      const deps = this.pool.withDatabase(this.#mortal.database);
      const outcome = await this.#attempt(() => worker(deps, network));
      this.#mortal.resume();
      this.log.push(`${worker.name} ${network} ${outcome}`);
    }
  }

  /** Runs a step as a supervisor does: a step that fails runs again. */
  async #attempt(work: () => Promise<unknown>): Promise<string> {
    try {
      await work();
      return 'done';
    } catch (error) {
      return error instanceof Error ? error.message.slice(0, 80) : String(error);
    }
  }

  /** Lets everything that is under way come to its end: blocks, workers and time go on, and nothing fails. */
  async #rest(): Promise<void> {
    for (let round = 0; round < ROUNDS_TO_REST_MAX; round += 1) {
      for (const network of NETWORKS) {
        await this.faulty.mine(network, FINALITY_BLOCKS + 1);
        for (const worker of WORKERS) await worker(this.pool.deps, network);
      }
      if (round > 2 && (await this.#isAtRest())) return;
      // Past the expiration of what was signed on TRON and lost, and past the patience with what is stuck on BSC.
      this.pool.clock.advance(4 * MINUTE_MS);
    }
    throw new Error(`It did not come to rest: ${await this.#describeRest()}\n${this.log.join('\n')}`);
  }

  /** Returns withdrawals, sweep items and settings as JSON, for the message of a failure. */
  async #describeRest(): Promise<string> {
    const { read } = this.pool.deps.db;
    const [withdrawals, items, settings] = await Promise.all([
      read.selectFrom('withdrawal').select(['network', 'state', 'waitingFor']).execute(),
      read.selectFrom('sweepItem').select(['network', 'state', 'waitingFor']).execute(),
      read.selectFrom('setting').select(['name', 'value']).execute(),
    ]);
    return JSON.stringify({ withdrawals, items, settings });
  }

  async #isAtRest(): Promise<boolean> {
    const { read } = this.pool.deps.db;
    const underWay = ['approved', 'signed', 'broadcast'] as const;
    const open = await Promise.all([
      read.selectFrom('deposit').select('id').where('state', '=', 'confirming').execute(),
      read.selectFrom('withdrawal').select('id').where('state', 'in', underWay).execute(),
      read.selectFrom('sweep').select('id').where('state', '=', 'running').execute(),
    ]);
    return open.every((rows) => rows.length === 0);
  }

  #newAddress(currency: Currency): string {
    const key = hexlify(this.#random.bytes(32));
    return currency === 'USDT' ? computeAddress(key) : String(TronWeb.address.fromPrivateKey(key.slice(2)));
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#random.integer(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to choose from.');
    return item;
  }
}
