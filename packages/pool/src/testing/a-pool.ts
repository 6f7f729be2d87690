import { Readable } from 'node:stream';
import {
  type Currency,
  HOUR_MS,
  MINUTE_MS,
  NETWORK_OF,
  type Network,
  parseAmount,
  toChainUnits,
  type UserId,
} from '@glasspool/core';
import { ManualClock } from '@glasspool/core/testing';
import { type Database, dumpDatabase, restoreDatabase } from '@glasspool/db';
import { createTestIdentityDeps, signUpTestUser, TEST_IDENTITY_SETTINGS } from '@glasspool/identity/testing';
import { createAccountHooks } from '../accounts/index.ts';
import type { DependencyReport } from '../dependencies/index.ts';
import { confirmDeposits, ensureHotWallet, scanChain } from '../deposits/index.ts';
import type { PoolDeps, PoolSettings } from '../deps.ts';
import { PoolEvents } from '../events.ts';
import { ensureTerms, invest } from '../investments/index.ts';
import { SigningGate, settle } from '../outgoing/index.ts';
import { POOL_HANDLERS } from '../outgoing-handlers.ts';
import { fundReserve } from '../reserve/index.ts';
import { finishRewardRun } from '../rewards/index.ts';
import { runSweeps } from '../sweeps/index.ts';
import { SimChain } from './sim-chain.ts';

const micro = parseAmount;
const TRX_FEE_SUN = 268_000n;
const BNB_FEE_WEI = 51_620_123_456_789n;

/** Terms of version 1 of a test pool. */
export const TEST_TERMS: PoolSettings['firstTerms'] = {
  targetRatePpm: 20_000,
  termDays: 30,
  minimumMicro: { USDT: micro('50'), TRX: micro('200') },
  withdrawalMinimumMicro: { USDT: micro('1'), TRX: micro('10') },
  withdrawalFeeMicro: { USDT: micro('0.5'), TRX: micro('0.5') },
  referralRatesPpm: [50_000, 30_000, 10_000],
  referralCapPpm: 50_000,
};

const TEST_SETTINGS: PoolSettings = {
  ...TEST_IDENTITY_SETTINGS,
  contacts: { email: 'support@glasspool.test', phone: '+1 555 0100', communityUrl: 'https://glasspool.test' },
  sourceUrl: undefined,
  firstTerms: TEST_TERMS,
  withdrawalReviewMicro: { USDT: micro('1000'), TRX: micro('10000') },
  withdrawalDailyCapMicro: { USDT: micro('100000'), TRX: micro('1000000') },
  operatorReviewMicro: { USDT: micro('1000'), TRX: micro('10000') },
  operatorDailyCapMicro: { USDT: micro('100000'), TRX: micro('1000000') },
  sweepMinimumMicro: { USDT: micro('1'), TRX: micro('1') },
  replaceAfterMs: 3 * MINUTE_MS,
  invitedWatchers: [],
  needsTwoFactor: false,
  backupEveryMs: undefined,
};

/** A pool over a test database: a clock that stands still, chains in memory, and shortcuts that go through the real functions. */
export class TestPool {
  readonly deps: PoolDeps;
  readonly clock: ManualClock;
  readonly bsc = new SimChain('BSC', BNB_FEE_WEI);
  readonly tron = new SimChain('TRON', TRX_FEE_SUN);
  readonly signedLog: Readonly<Record<string, unknown>>[] = [];
  /** States of what a pool depends on, for notices about them. */
  dependencies: readonly DependencyReport[] = [];
  #fundings = 0;

  /** `chains` stand in for the chains in memory; the maker of their blocks may share the clock. */
  constructor(
    db: Database,
    settings: Partial<PoolSettings> = {},
    chains?: PoolDeps['chains'],
    clock = new ManualClock(),
  ) {
    this.clock = clock;
    const usedChains = chains ?? { BSC: this.bsc, TRON: this.tron };
    this.deps = {
      ...createTestIdentityDeps(db, this.clock),
      clock: this.clock,
      chains: usedChains,
      accountHooks: createAccountHooks(usedChains),
      events: new PoolEvents(),
      dependencies: {
        list: () => this.dependencies,
        getState: (name) => this.dependencies.find((one) => one.name === name)?.state,
      },
      webhooks: { accepts: () => true, post: async () => ({ status: 204 }) },
      signedLog: {
        append: async (entry) => void this.signedLog.push(entry),
        readEntries: async () => this.signedLog,
        readHashes: async () => this.signedLog.map((entry) => String(entry['txHash'])),
        flush: async () => undefined,
      },
      // Its own, for a test that breaks one breaks no other.
      settings: { ...structuredClone(TEST_SETTINGS), ...settings },
      outgoingHandlers: POOL_HANDLERS,
      signingGate: new SigningGate(),
      finishRewardRun,
      nonceKey: Buffer.alloc(32, 9),
    };
  }

  /** The same chains, clock and signed log with another database, as after a restore. */
  onDatabase(db: Database): this {
    const other: this = Object.create(this, { deps: { value: { ...this.deps, db } } });
    return other;
  }

  /** Lines of a backup of its database. */
  async backUp(): Promise<string[]> {
    const lines: string[] = [];
    for await (const line of dumpDatabase(this.deps.db)) lines.push(line);
    return lines;
  }

  /** The same chains, clock and signed log with a database that is made of a backup. */
  async restoreInto(db: Database, lines: readonly string[]): Promise<this> {
    await restoreDatabase(db, () => Readable.from(lines));
    return this.onDatabase(db);
  }

  /** The same pool as a second process would see it, over another connection. */
  withDatabase(db: Database): this['deps'] {
    return { ...this.deps, db };
  }

  async start(): Promise<this> {
    await ensureHotWallet(this.deps);
    await ensureTerms(this.deps);
    await this.scan();
    return this;
  }

  /** Signs a user up through the code in their mail. */
  async signUp(name: string, invitedBy?: UserId): Promise<UserId> {
    return signUpTestUser(this.deps, name, invitedBy);
  }

  /** Reads both chains and credits what is final. */
  async scan(): Promise<void> {
    for (const network of ['BSC', 'TRON'] as const) {
      while ((await scanChain(this.deps, network)) > 0);
      await confirmDeposits(this.deps, network);
    }
  }

  /** Reads a chain, and decides what was signed on it. Returns how much was decided. */
  async settle(network: Network, deps: PoolDeps = this.deps): Promise<number> {
    while ((await scanChain(this.deps, network)) > 0);
    return settle(deps, network);
  }

  /** Goes on with the running sweep as the workers do. Returns how many addresses it looked at. */
  async sweep(network: Network, deps: PoolDeps = this.deps): Promise<number> {
    await settle(deps, network);
    return runSweeps(deps, network);
  }

  /** Sends tokens to a user's address, or to the hot wallet, and lets them become final. */
  async deposit(userId: UserId | 'hotWallet', currency: Currency, amount: string): Promise<void> {
    await this.depositUnits(userId, currency, toChainUnits(currency, micro(amount)));
  }

  async depositUnits(userId: UserId | 'hotWallet', currency: Currency, units: bigint): Promise<void> {
    const chain = this.getChain(currency);
    chain.deposit(
      userId === 'hotWallet' ? chain.deriveAddress(0) : await this.deriveAddress(userId, currency),
      units,
    );
    chain.finalize();
    await this.scan();
  }

  /** Funds the reserve as an operator does: tokens to the hot wallet, then own funds to the reserve. */
  async fundReserve(currency: Currency, amount: string): Promise<void> {
    await this.deposit('hotWallet', currency, amount);
    await fundReserve(this.deps, { currency, amountMicro: micro(amount) });
    this.#fundings += 1;
  }

  /** A user who has invested an amount. */
  async investor(name: string, currency: Currency, amount: string, invitedBy?: UserId): Promise<UserId> {
    const userId = await this.signUp(name, invitedBy);
    await this.deposit(userId, currency, amount);
    await invest(this.deps, { userId, currency });
    return userId;
  }

  getChain(currency: Currency): SimChain {
    return NETWORK_OF[currency] === 'BSC' ? this.bsc : this.tron;
  }

  advanceHours(hours: number): void {
    this.clock.advance(hours * HOUR_MS);
  }

  /** Deposit address of a user. */
  async deriveAddress(userId: UserId, currency: Currency): Promise<string> {
    const { address } = await this.deps.db.read
      .selectFrom('wallet')
      .select('address')
      .where('userId', '=', userId)
      .where('network', '=', NETWORK_OF[currency])
      .executeTakeFirstOrThrow();
    return address;
  }
}
