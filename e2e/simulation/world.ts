import {
  type Currency,
  type LedgerCurrency,
  MINUTE_MS,
  NETWORKS,
  type Network,
  type UserId,
} from '@glasspool/core';
import { MachineClock, ManualClock, micro, type SeededRandom } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { createAccountHooks } from '@glasspool/pool/accounts';
import { ensureHotWallet } from '@glasspool/pool/deposits';
import { ensureTerms } from '@glasspool/pool/investments';
import { checkStart, SigningGate } from '@glasspool/pool/outgoing';
import type { SimChain } from '@glasspool/pool/testing';
import type { SolvencyDeps } from '@glasspool/solvency';
import { MemorySnapshots, TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { Counters } from './counters.ts';
import type { Copy, StoryDatabase, StoryDatabases } from './database.ts';
import type { AskedWithdrawal, ChainDeposit, ListedPayee, Person, Server, StoryOptions } from './facts.ts';
import { LogFile, type NodeFaults, openChain, openMail, openSnapshots, useSnapshots } from './parts.ts';
import { Pauses } from './pauses.ts';
import { newRandom } from './random.ts';
import { Life, type Scheduler } from './scheduler.ts';
import { Sessions } from './sessions.ts';
import { StorySigner } from './story-signer.ts';
import { Support } from './support-memory.ts';
import { Told } from './told.ts';
import { FaultError, isWanted, ViolationError } from './violation.ts';

/** First index of outside addresses, far from the pool's own ones: a restored pool skips a million indexes. */
const OUTSIDE_INDEX = 1_000_000_000;
/** Maximum of blocks per chain while time passes between two steps. Fewer than on a real chain, so that stories see more of each block. */
const BLOCKS_MAX = 3;
const NOTHING_CHECKED = { database: '', blocks: 0 };

/** The pool, its chains, files and processes, and all facts that the outside knows about them. */
export class World implements AsyncDisposable {
  readonly options: StoryOptions;
  readonly random: SeededRandom;
  /** Random numbers for calls beside the story: the story is the same without these calls. */
  readonly apiRandom: SeededRandom;
  readonly scheduler: Scheduler;
  readonly clock = new ManualClock();
  readonly counters = new Counters();
  readonly log = new LogFile();
  /** Published files. */
  snapshots = new MemorySnapshots();
  readonly faults: Record<Network, NodeFaults> = { BSC: { lossChance: 0 }, TRON: { lossChance: 0 } };
  readonly servers: Server[] = [];
  readonly people: Person[] = [];
  readonly admins: UserId[] = [];
  readonly deposits: ChainDeposit[] = [];
  readonly withdrawals: AskedWithdrawal[] = [];
  readonly listed: ListedPayee[] = [];
  readonly story: string[] = [];
  /** Units that came past the books so far, minus those that left. */
  readonly pastBooks = new Map<LedgerCurrency, bigint>();
  /** Addresses that were paid in a final block that was replaced later. */
  readonly replacedPayees = new Set<string>();
  readonly pauses = new Pauses();
  readonly told = new Told();
  readonly support = new Support();
  readonly sessions = new Sessions();
  /** Shortages on chain that were checked already. */
  readonly shortages = new Set<string>();
  readonly signer: StorySigner;
  /** Opens another database of the story. */
  readonly openDatabase: () => Promise<StoryDatabase>;
  /** Newest backup. */
  copy: Copy | undefined;
  /** True after the folder was put back to an older copy. */
  isOlderCopy = false;
  #pool: TestPoolWithSnapshots;
  #database: StoryDatabase;
  #outside = 0;

  constructor(
    options: StoryOptions,
    given: { scheduler: Scheduler; database: StoryDatabase; databases: StoryDatabases },
  ) {
    this.options = options;
    this.random = newRandom(options.seed, 2);
    this.apiRandom = newRandom(options.seed, 4);
    this.scheduler = given.scheduler;
    this.#database = given.database;
    this.openDatabase = () => given.databases.open(this.scheduler);
    const limits = { USDT: micro('400'), TRX: micro('2000') };
    const caps = { withdrawalDailyCapMicro: limits, operatorDailyCapMicro: limits };
    this.#pool = new TestPoolWithSnapshots(
      given.database.db,
      {
        withdrawalReviewMicro: { USDT: micro('60'), TRX: micro('300') },
        operatorReviewMicro: { USDT: micro('60'), TRX: micro('300') },
        ...caps,
      },
      undefined,
      this.clock,
    );
    const { clock, counters, scheduler } = this;
    this.signer = new StorySigner({
      clock,
      counters,
      scheduler,
      readDatabase: () => this.db,
      chain: (network) => this.chain(network),
      caps,
    });
    for (const network of NETWORKS) {
      this.chain(network).blockAgeMaxMs = MINUTE_MS;
      this.chain(network).setTime(this.clock.now());
    }
  }

  get pool(): TestPoolWithSnapshots {
    return this.#pool;
  }

  get db(): Database {
    return this.#pool.deps.db;
  }

  /** Switches to another database, and closes the one before. No process may be running. */
  async useDatabase(database: StoryDatabase): Promise<void> {
    await this.#database.close();
    this.#database = database;
    this.#pool = this.#pool.onDatabase(database.db);
    this.checked = NOTHING_CHECKED;
    this.told.forget();
    this.support.forget();
    this.sessions.forget();
  }

  chain(network: Network): SimChain {
    return network === 'BSC' ? this.#pool.bsc : this.#pool.tron;
  }

  chainOf(currency: Currency): SimChain {
    return this.#pool.getChain(currency);
  }

  /** Dependencies without faults, for oracles and for setup before the story. */
  get calm(): SolvencyDeps {
    const [events, signedLog] = [this.told.openEvents(), this.log.open(this.scheduler)];
    return { ...this.#pool.deps, events, signedLog, ...useSnapshots(this.snapshots) };
  }

  /** State of the database, and number of blocks, at the last check of the oracles. */
  checked = NOTHING_CHECKED;

  /** Text that changes with every commit and every block. */
  async readState(): Promise<string> {
    return `${await this.db.readState()} ${this.blocks}`;
  }

  /** Number of blocks that were mined or replaced so far. */
  blocks = 0;

  mine(network: Network, blocks: number): void {
    this.chain(network).mine(blocks);
    this.chain(network).setTime(this.clock.now());
    this.blocks += blocks;
  }

  /** Lets time pass, and mines some blocks meanwhile. */
  advance(durationMs: number): void {
    this.clock.advance(durationMs);
    for (const network of NETWORKS) this.mine(network, this.random.integer(BLOCKS_MAX));
  }

  /** First violation of the story. */
  violation: ViolationError | undefined;

  report(violation: ViolationError): void {
    this.violation ??= violation;
  }

  /** Classifies the error that ended a task. A kill or a fault was caused by the story; everything else is a violation. */
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

  /** Returns an address outside of the pool that was never used before. */
  newAddress(currency: Currency): string {
    this.#outside += 1;
    return this.chainOf(currency).deriveAddress(OUTSIDE_INDEX + this.#outside);
  }

  /** Adds a server on a machine of its own, and starts it for the first time. */
  async addServer(): Promise<void> {
    const server = this.#newServer(this.servers.length + 1, new MachineClock(this.clock));
    this.servers.push(server);
    await checkStart(server.deps);
  }

  #newServer(number: number, clock: MachineClock): Server {
    const life = new Life(number);
    return { number, clock, life, deps: this.#compose(life, clock) };
  }

  /** Dependencies of one life of a process: its own memory, the same database, files and chains. */
  #compose(life: Life, clock: MachineClock): SolvencyDeps {
    const { scheduler, random, counters } = this;
    const open = (network: Network) =>
      openChain(this.chain(network), {
        scheduler,
        random,
        counters,
        faults: this.faults[network],
        signer: this.signer,
        onBroadcast: (raw) => this.#assertLogged(raw, life),
      });
    const chains = { BSC: open('BSC'), TRON: open('TRON') };
    return {
      ...this.#pool.deps,
      clock,
      chains,
      accountHooks: createAccountHooks(chains),
      events: this.told.openEvents(),
      signingGate: new SigningGate(),
      signedLog: this.log.open(scheduler),
      ...useSnapshots(openSnapshots(this.snapshots, scheduler)),
      mail: openMail(scheduler, { random, counters }),
    };
  }

  /** Fails when a transaction is broadcast that a power cut could still make the pool forget. */
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
    this.told.forget();
    this.counters.count('process killed');
  }

  /** Starts a process again, with new memory and the same database and files. A refused start is tried again later. */
  async restart(server: Server): Promise<void> {
    Object.assign(server, this.#newServer(server.number, server.clock));
    this.scheduler.start(server.life, 'start', async () => {
      try {
        await ensureHotWallet(server.deps);
        await ensureTerms(server.deps);
        await checkStart(server.deps);
      } catch (error) {
        // A failed start ends the process.
        server.life.isDead = true;
        this.recordFailure(error, `start@${server.number}`);
        if (error instanceof FaultError) this.counters.count('start refused');
      }
    });
    await this.scheduler.settle();
  }

  /** Ends all processes at once. Files lose the lines that were not flushed. */
  async cutPower(): Promise<number> {
    for (const { life } of this.servers) await this.scheduler.kill(life);
    this.told.forget();
    const lost = this.log.cutPower(this.random);
    this.counters.count('power cut');
    if (lost > 0) this.counters.count('power cut with lines of the signed log lost', lost);
    return lost;
  }

  get alive(): Server[] {
    return this.servers.filter(({ life }) => !life.isDead && !this.scheduler.isRunning(life, 'start'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signer.close();
    await this.#database.close();
  }
}
