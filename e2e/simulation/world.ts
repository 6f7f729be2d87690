import {
  type Currency,
  HOUR_MS,
  NETWORKS,
  type Network,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import { ManualClock, micro, SeededRandom } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { createAdmin } from '@glasspool/identity';
import {
  checkStart,
  createAccountHooks,
  ensureHotWallet,
  ensureTerms,
  getWallets,
  NodeBehindError,
  type PoolDeps,
  PoolEvents,
  SigningGate,
} from '@glasspool/pool';
import { MemorySnapshots, type SimChain, TestPool } from '@glasspool/pool/testing';
import { Counters } from './counters.ts';
import type { AskedWithdrawal, ChainDeposit, Person, Server, StoryOptions } from './facts.ts';
import { LogFile, type NodeFaults, openChain, openMail, openSnapshots } from './parts.ts';
import { KilledError, Life, type Scheduler } from './scheduler.ts';
import { FaultError, ViolationError } from './violation.ts';

/** Outside addresses begin here, far from those that the pool hands out. */
const OUTSIDE_INDEX = 2_000_000;
const GAS_WEI = 10n ** 18n;

/** The pool, its chains, files and processes, and what the outside knows of them. */
export class World implements AsyncDisposable {
  readonly options: StoryOptions;
  readonly random: SeededRandom;
  readonly scheduler: Scheduler;
  readonly clock = new ManualClock();
  readonly counters = new Counters();
  readonly log = new LogFile();
  readonly snapshots = new MemorySnapshots();
  readonly faults: Record<Network, NodeFaults> = { BSC: { lossChance: 0 }, TRON: { lossChance: 0 } };
  readonly servers: Server[] = [];
  readonly people: Person[] = [];
  readonly admins: UserId[] = [];
  readonly deposits: ChainDeposit[] = [];
  readonly withdrawals: AskedWithdrawal[] = [];
  readonly story: string[] = [];
  readonly #pool: TestPool;
  readonly #dispose: () => Promise<void>;
  #outside = 0;

  constructor(
    options: StoryOptions,
    given: { scheduler: Scheduler; random: SeededRandom; db: Database; dispose: () => Promise<void> },
  ) {
    this.options = options;
    this.random = given.random;
    this.scheduler = given.scheduler;
    this.#dispose = given.dispose;
    const limits = { USDT: micro('400'), TRX: micro('2000') };
    this.#pool = new TestPool(
      given.db,
      {
        withdrawalReviewMicro: { USDT: micro('60'), TRX: micro('300') },
        withdrawalDailyCapMicro: limits,
        operatorReviewMicro: { USDT: micro('60'), TRX: micro('300') },
        operatorDailyCapMicro: limits,
      },
      undefined,
      this.clock,
    );
    // Blocks are never ahead of the clock.
    for (const network of NETWORKS) this.chain(network).startsAtMs = this.clock.now() - 10 * HOUR_MS;
  }

  get db(): Database {
    return this.#pool.deps.db;
  }

  chain(network: Network): SimChain {
    return network === 'BSC' ? this.#pool.bsc : this.#pool.tron;
  }

  chainOf(currency: Currency): SimChain {
    return this.#pool.getChain(currency);
  }

  /** Dependencies without faults, for oracles and for what happens before the story. */
  get calm(): PoolDeps {
    const { deps } = this.#pool;
    return { ...deps, signedLog: this.log.open(this.scheduler), snapshots: this.snapshots };
  }

  /** State at which the oracles looked last. */
  checkedState = '';

  /** Text that is another one after every commit and every block. */
  async readState(): Promise<string> {
    return `${await this.db.readState()} ${this.blocks}`;
  }

  /** Blocks that were mined or replaced so far. */
  blocks = 0;

  mine(network: Network, blocks: number): void {
    this.chain(network).mine(blocks);
    this.blocks += blocks;
  }

  /** The first thing that was not as it should be. */
  violation: ViolationError | undefined;

  report(violation: ViolationError): void {
    this.violation ??= violation;
  }

  /** Sorts what ended a task: a kill or a fault is what the story wanted, anything else is a defect. */
  recordFailure(error: unknown, task: string): void {
    if (isWanted(error)) return;
    const violation =
      error instanceof ViolationError
        ? error
        : new ViolationError(
            'no unexpected error',
            `${task}: ${error instanceof Error ? error.stack : String(error)}`,
          );
    this.report(violation);
  }

  recordSentence(sentence: string): void {
    const at = new Date(this.clock.now()).toISOString().slice(5, 16);
    this.story.push(`${at} ${sentence}`);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.random.integer(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  /** An address outside of the pool that was never used before. */
  newAddress(currency: Currency): string {
    this.#outside += 1;
    return this.chainOf(currency).deriveAddress(OUTSIDE_INDEX + this.#outside);
  }

  /** Opens the pool as an operator does: two admins, coins for fees, a reserve that does not last. */
  async open(): Promise<void> {
    const { calm } = this;
    await this.#pool.start();
    for (const name of ['operator', 'second']) {
      const { userId } = await createAdmin(calm, `${name}@example.org`);
      this.admins.push(userId);
    }
    this.chain('BSC').fundGas(GAS_WEI);
    await this.#pool.deposit('hotWallet', 'TRX', '600');
    await this.#pool.deposit('hotWallet', 'USDT', '100');
    for (const currency of USER_CURRENCIES) await this.#pool.fundReserve(currency, '25');
    for (let index = 0; index < this.options.users; index += 1) await this.#admit(index);
    for (let number = 1; number <= this.options.processes; number += 1) {
      const server = this.#newServer(number);
      this.servers.push(server);
      await checkStart(server.deps);
    }
  }

  async #admit(index: number): Promise<void> {
    const name = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'][index] ?? `user${index}`;
    const inviter = index === 0 || this.random.integer(3) === 0 ? undefined : this.pick(this.people).userId;
    const userId = await this.#pool.signUp(name, inviter);
    const wallets = await getWallets(this.calm, userId);
    const find = (network: Network): string => wallets.find((one) => one.network === network)?.address ?? '';
    const addresses = { BSC: find('BSC'), TRON: find('TRON') };
    this.people.push({ name, userId, invitedBy: inviter, addresses });
  }

  #newServer(number: number): Server {
    const life = new Life(number);
    return { number, life, deps: this.#compose(life) };
  }

  /** Dependencies of one life of a process: its own memory, the same database, files and chains. */
  #compose(life: Life): PoolDeps {
    const { scheduler, random, counters } = this;
    const open = (network: Network) =>
      openChain(this.chain(network), {
        scheduler,
        random,
        counters,
        faults: this.faults[network],
        onBroadcast: (raw) => this.#assertLogged(raw, life),
      });
    const chains = { BSC: open('BSC'), TRON: open('TRON') };
    return {
      ...this.#pool.deps,
      chains,
      accountHooks: createAccountHooks(chains),
      events: new PoolEvents(),
      signingGate: new SigningGate(),
      signedLog: this.log.open(scheduler),
      snapshots: openSnapshots(this.snapshots, scheduler),
      mail: openMail(scheduler, { random, counters }),
    };
  }

  /** Nothing may leave that a power cut could make the pool forget. */
  #assertLogged(raw: string, { process }: Life): void {
    const { txHash } = JSON.parse(raw);
    if (this.log.keeps(txHash)) return;
    this.report(
      new ViolationError(
        'signed log',
        `Process ${process} broadcasts ${txHash}, which signed.log does not have on disk.`,
      ),
    );
  }

  async kill(server: Server): Promise<void> {
    await this.scheduler.kill(server.life);
    this.counters.count('process killed');
  }

  /** Starts a process again: new memory, the same database and files. A start that is refused is tried again later. */
  async restart(server: Server): Promise<void> {
    Object.assign(server, this.#newServer(server.number));
    this.scheduler.start(server.life, 'start', async () => {
      try {
        await ensureHotWallet(server.deps);
        await ensureTerms(server.deps);
        await checkStart(server.deps);
      } catch (error) {
        // A start that fails ends the process.
        server.life.isDead = true;
        this.recordFailure(error, `start@${server.number}`);
        if (error instanceof FaultError) this.counters.count('start refused');
      }
    });
    await this.scheduler.settle();
  }

  /** All processes end at once, and files lose what was not flushed. */
  async cutPower(): Promise<number> {
    for (const { life } of this.servers) await this.scheduler.kill(life);
    const lost = this.log.cutPower(this.random);
    this.counters.count('power cut');
    if (lost > 0) this.counters.count('power cut with lines of the signed log lost', lost);
    return lost;
  }

  get alive(): Server[] {
    return this.servers.filter(({ life }) => !life.isDead && !this.scheduler.isRunning(life, 'start'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispose();
  }
}

/** True for what the story did itself: kills, and faults of nodes, alone or several at once. */
function isWanted(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isWanted);
  return error instanceof KilledError || error instanceof FaultError || error instanceof NodeBehindError;
}

export function newRandom(seed: number, part: number): SeededRandom {
  return new SeededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(part, 0x85ebca6b));
}
