import type { Currency, Network, UserId, WithdrawalId } from '@glasspool/core';
import type { MachineClock } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { Caller } from './callers.ts';
import type { Counters } from './counters.ts';
import type { Life, Scheduler } from './scheduler.ts';

/** All parameters of a story. A failure can be repeated with them. */
export interface StoryOptions {
  readonly seed: number;
  readonly days: number;
  /** Number of times per day that the clock moves. In between, people, processes and chains take a few steps. */
  readonly stepsPerDay: number;
  readonly users: number;
  readonly processes: number;
  /** False for a story without kills, power cuts and restored backups. */
  readonly canCrash: boolean;
  /** False for a story in which nodes always answer and chains keep their blocks. */
  readonly hasChainFaults: boolean;
  /** False for a story in which no task is parked while others go on. */
  readonly isInterleaved: boolean;
  /** True for a story in which tokens come and go past the books. */
  readonly differs: boolean;
  /** True for a story whose admins credit receipts to members, and lock accounts. */
  readonly supports: boolean;
  /** True for a story in which reorganizations past finality also drop transactions of the pool. */
  readonly dropsPayments: boolean;
  /** True for a story that puts the folder back to an older copy and ends in it. */
  readonly goesBack: boolean;
}

/** Member of the pool. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly userId: UserId;
  readonly invitedBy: UserId | undefined;
  readonly addresses: Readonly<Record<Network, string>>;
}

/** Maximum error of the clock of a machine, in hours. */
export const CLOCK_WRONG_HOURS_MAX = 3;
/** Event of a clock that was set wrong by hours, far beyond the limit of the pool (docs/books.md). */
export const CLOCK_WRONG_BY_HOURS = 'clock set wrong by hours';

/** Server process on a machine of its own, restarted after a kill. */
export interface Server {
  readonly number: number;
  readonly clock: MachineClock;
  life: Life;
  deps: SolvencyDeps;
}

/** Deposit that the story sent to a user on chain. */
export interface ChainDeposit {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly address: string;
  readonly txHash: string;
  readonly micro: bigint;
}

/** Address that a member put on the allowlist. */
export interface ListedPayee {
  readonly owner: UserId;
  readonly currency: Currency;
  readonly address: string;
  readonly listedAt: number;
  /** True once a program was told to pay to the address. */
  isUsed: boolean;
}

/** Withdrawal that a client requested. Its address gets no other payment. */
export interface AskedWithdrawal {
  readonly owner: UserId | 'operator';
  readonly caller: Caller;
  readonly currency: Currency;
  readonly address: string;
  /** Amount as the client wrote it. */
  readonly amount: string;
  readonly key: string;
  /** Id that the pool acknowledged. Unset again when a restored backup lacks the withdrawal. */
  id: WithdrawalId | undefined;
}

/** Part of the world that checks read while a story goes on. */
export interface Watched {
  readonly db: Database;
  readonly counters: Counters;
  readonly scheduler: Scheduler;
  readonly story: readonly string[];
}
