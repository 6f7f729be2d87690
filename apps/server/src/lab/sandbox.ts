import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOT_WALLET_INDEX } from '@glasspool/chains';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import { mintTestToken, sendTestBnb, sendTestTrx } from '@glasspool/chains/local';
import { type ProxiedChains, type ProxiedChainsOptions, startProxiedChains } from '@glasspool/chains/testing';
import {
  type Currency,
  formatAmount,
  NETWORK_OF,
  NETWORKS,
  type Network,
  parseAmount,
  toChainUnits,
  type UserId,
} from '@glasspool/core';
import { MachineClock, ManualClock } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { releaseWallet } from '@glasspool/pool/balances';
import type { PoolSettings } from '@glasspool/pool/deps';
import { SigningGate } from '@glasspool/pool/outgoing';
import { getWallets } from '@glasspool/pool/wallets';
import { requestWithdrawal } from '@glasspool/pool/withdrawals';
import { NETWORK_STEPS, POOL_STEPS } from '@glasspool/server/operations';
import type { SolvencyDeps } from '@glasspool/solvency';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { machineClock as realClock } from '../adapters/clock.ts';
import { createSignedLog } from '../adapters/signed-log.ts';
import { PaymentLog } from '../signer/payment-log.ts';
import { Signer } from '../signer/signer.ts';
import { openDatabase, throughSigner } from './sandbox-parts.ts';
import { ScriptedNode } from './scripted-node.ts';

/** Blocks after which both chains of a sandbox call a block final. */
export const FINALITY_BLOCKS = 3;
/** Addresses of people outside begin here, far from those that the pool hands out. */
const OUTSIDE_INDEX = 1_000_000_000;
const ROUNDS_TO_REST_MAX = 40;
const DEPOSIT = { USDT: '500', TRX: '500' } as const;
const OWN_FUNDS = { USDT: '1000', TRX: '1000' } as const;
const GAS_WEI = 10n ** 18n;

export interface SandboxOptions {
  readonly settings?: Partial<PoolSettings>;
  readonly chains?: Partial<Omit<ProxiedChainsOptions<ScriptedNode>, 'clock' | 'openProxy' | 'keys'>>;
}

/**
 * A pool of its own for one experiment: real nodes on which blocks are made on demand, a database and files in a folder of its own, and the
 * product's rules, workers and signer. Nothing of the user's pool is read or written. Disposing removes all of it.
 */
export class Sandbox implements AsyncDisposable {
  readonly folder: string;
  /** Words of its keys, made for this one run. */
  readonly words: string;
  readonly chains: ProxiedChains<ScriptedNode>;
  readonly pool: TestPoolWithSnapshots;
  readonly clock: ManualClock;
  readonly machineClock: MachineClock;
  /** The signer that signs for the database in use. */
  readonly signing: { signer?: Signer };
  /** Dependencies of the running process; an experiment puts others in their place. */
  deps: SolvencyDeps;
  alice: UserId;
  bob: UserId;
  readonly #owned: AsyncDisposableStack;
  readonly #openSigner: (database: Database) => Signer;
  #outside = 0;

  private constructor(
    parts: Pick<
      Sandbox,
      'folder' | 'words' | 'chains' | 'pool' | 'clock' | 'machineClock' | 'signing' | 'deps' | 'alice' | 'bob'
    >,
    { owned, openSigner }: { owned: AsyncDisposableStack; openSigner: (database: Database) => Signer },
  ) {
    this.folder = parts.folder;
    this.words = parts.words;
    this.chains = parts.chains;
    this.pool = parts.pool;
    this.clock = parts.clock;
    this.machineClock = parts.machineClock;
    this.signing = parts.signing;
    this.deps = parts.deps;
    this.alice = parts.alice;
    this.bob = parts.bob;
    this.#owned = owned;
    this.#openSigner = openSigner;
  }

  /** A pool with two users, each with 500 USDT and 500 TRX to withdraw, and 1,000 of each of the operator's own funds. */
  static async open({ settings = {}, chains: chainOptions = {} }: SandboxOptions = {}): Promise<Sandbox> {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-lab-'));
    const remove = (): void => rmSync(folder, { recursive: true, force: true });
    // However this process ends, but by SIGKILL, it leaves nothing behind.
    process.once('exit', remove);
    stack.defer(remove);
    const database = stack.use(await openDatabase(join(folder, 'pool.db')));
    // Blocks of the BSC node have the time of this machine, and no chain may be ahead of the clock.
    const clock = new ManualClock(realClock.now());
    const machineClock = new MachineClock(clock);
    const words = createMnemonic();
    const tree = deriveKeys(words);
    const signing: { signer?: Signer } = {};
    const keys = throughSigner(tree, () => signing.signer);
    const chains = stack.use(
      await startProxiedChains({
        clock,
        openProxy: ScriptedNode.start,
        keys,
        bscFinality: { kind: 'depth', blocks: FINALITY_BLOCKS },
        tronFinalityBlocks: FINALITY_BLOCKS,
        ...chainOptions,
      }),
    );
    const pool = new TestPoolWithSnapshots(database, settings, chains.chains, clock);
    const payments = stack.use(await PaymentLog.open(join(folder, 'payments.log'), clock.now()));
    const { withdrawalDailyCapMicro: user, operatorDailyCapMicro: operator } = pool.deps.settings;
    const openSigner = ({ read }: Database): Signer =>
      new Signer({
        config: { network: 'local', usdtContract: chains.usdtContract, dailyCapMicro: { user, operator } },
        keys: tree,
        payments,
        db: read,
        readNow: async () => clock.now(),
        readFinalTimeMs: async () => (await chains.honest.TRON.getHead()).finalTimeMs,
        markUsed: () => undefined,
        useLocalNode: () => undefined,
      });
    const deps = { ...pool.deps, clock: machineClock, signedLog: createSignedLog(folder) };
    signing.signer = openSigner(database);
    for (const network of NETWORKS) await chains.mine(network, FINALITY_BLOCKS + 2);
    await pool.start();
    const alice = await pool.signUp('alice');
    const bob = await pool.signUp('bob');
    const sandbox = new Sandbox(
      { folder, words, chains, pool, clock, machineClock, signing, deps, alice, bob },
      { owned: stack.move(), openSigner },
    );
    await sandbox.#fund();
    return sandbox;
  }

  async #fund(): Promise<void> {
    const hotWallet = this.chains.honest;
    await sendTestBnb(this.chains.bscUrl, hotWallet.BSC.deriveAddress(HOT_WALLET_INDEX), GAS_WEI);
    await this.send('USDT', hotWallet.BSC.deriveAddress(HOT_WALLET_INDEX), OWN_FUNDS.USDT);
    await this.send('TRX', hotWallet.TRON.deriveAddress(HOT_WALLET_INDEX), OWN_FUNDS.TRX);
    for (const userId of [this.alice, this.bob])
      for (const { address, currency } of await getWallets(this.deps, userId))
        await this.send(currency, address, DEPOSIT[currency]);
    await this.rest();
    for (const userId of [this.alice, this.bob])
      for (const { currency } of await getWallets(this.deps, userId))
        await releaseWallet(this.deps, { userId, currency });
  }

  /** Goes on with another database, as after a restore: the processes before have ended. Closed with the sandbox. */
  async useDatabase(database: Database): Promise<void> {
    this.#owned.use(database);
    this.deps = { ...this.deps, db: database, signingGate: new SigningGate() };
    this.signing.signer = this.#openSigner(database);
  }

  /** Sends tokens from outside; they are in the next block, which is made. */
  async send(currency: Currency, address: string, amount: string): Promise<string> {
    const units = toChainUnits(currency, parseAmount(amount));
    const txHash =
      currency === 'USDT'
        ? await mintTestToken(this.chains.bscUrl, address, units)
        : await sendTestTrx(this.chains.tronUrl, address, units);
    await this.mine(NETWORK_OF[currency], 1);
    return txHash;
  }

  /** Address at which a user receives a currency. */
  async findDepositAddress(userId: UserId, currency: Currency): Promise<string> {
    const wallets = await getWallets(this.deps, userId);
    const wallet = wallets.find((one) => one.currency === currency);
    if (wallet === undefined) throw new Error(`This user has no address for ${currency}.`);
    return wallet.address;
  }

  /** Balances of a user in a currency, readable. */
  async readBalances(userId: UserId, currency: Currency): Promise<{ wallet: string; withdrawable: string }> {
    const wallet = (await getWallets(this.deps, userId)).find((one) => one.currency === currency);
    return {
      wallet: formatAmount(wallet?.walletMicro ?? 0n),
      withdrawable: formatAmount(wallet?.withdrawableMicro ?? 0n),
    };
  }

  /** Asks for a withdrawal to an address of someone outside that was never used before, and returns that address. */
  async withdraw(userId: UserId, currency: Currency, amount: string): Promise<string> {
    const address = this.newAddress(currency);
    await requestWithdrawal(this.deps, { userId, currency, address, amountMicro: parseAmount(amount) });
    return address;
  }

  newAddress(currency: Currency): string {
    this.#outside += 1;
    return this.chains.honest[NETWORK_OF[currency]].deriveAddress(OUTSIDE_INDEX + this.#outside);
  }

  /** Amounts that an address was paid on chain, readable, as the node itself says. */
  async listPaid(currency: Currency, address: string): Promise<string[]> {
    const chain = this.chains.honest[NETWORK_OF[currency]];
    const { height } = await chain.getHead();
    const page = await chain.readBlocks({ from: 1, to: height });
    const unit = toChainUnits(currency, 1n);
    return (page?.transfers ?? [])
      .filter(({ to }) => to === address)
      .map(({ units }) => formatAmount(units / unit));
  }

  /** Makes blocks; a second passes with each, on the pool's clock and on the chain. */
  async mine(network: Network, blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      if (network === 'BSC') await this.chains.callBscNode('evm_increaseTime', [1]);
      await this.chains.mine(network, 1);
    }
  }

  /** Time passes: no block is made in it but the first ones after it. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.chains.callBscNode('evm_increaseTime', [Math.floor(ms / 1000)]);
    for (const network of NETWORKS) await this.mine(network, FINALITY_BLOCKS + 1);
  }

  /** One step of every worker of both networks, as a supervisor runs them: a step that fails runs again later. Returns what failed. */
  async work(): Promise<string[]> {
    const failures: string[] = [];
    const attempt = async (step: () => Promise<unknown>): Promise<void> => {
      try {
        await step();
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    };
    for (const network of NETWORKS)
      for (const step of Object.values(NETWORK_STEPS)) await attempt(() => step(this.deps, network));
    for (const name of ['recordGasTopUp', 'reconcile', 'refreshNotices'] as const)
      await attempt(() => POOL_STEPS[name](this.deps));
    return failures;
  }

  /** Blocks, workers and time go on until nothing is under way. */
  async rest(): Promise<void> {
    let failures: string[] = [];
    for (let round = 0; round < ROUNDS_TO_REST_MAX; round += 1) {
      for (const network of NETWORKS) await this.mine(network, FINALITY_BLOCKS + 1);
      failures = await this.work();
      if (round > 1 && (await this.#isAtRest())) return;
    }
    throw new Error(`The sandbox does not come to rest. ${failures.join(' ')}`);
  }

  async #isAtRest(): Promise<boolean> {
    const { read } = this.deps.db;
    const open = await Promise.all([
      read.selectFrom('deposit').select('id').where('state', '=', 'confirming').execute(),
      read
        .selectFrom('withdrawal')
        .select('id')
        .where('state', 'in', ['approved', 'signed', 'broadcast'])
        .execute(),
    ]);
    return open.every((rows) => rows.length === 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync();
  }
}
