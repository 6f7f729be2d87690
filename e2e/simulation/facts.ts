import type { Currency, Network, UserId, WithdrawalId } from '@glasspool/core';
import type { MachineClock } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { Caller } from './callers.ts';
import type { Counters } from './counters.ts';
import type { Life, Scheduler } from './scheduler.ts';

/** Everything that a story is made of, and that a failure can be repeated with. */
export interface StoryOptions {
  readonly seed: number;
  readonly days: number;
  /** Times a day that time passes: between two of them people, processes and chains take a few steps. */
  readonly stepsPerDay: number;
  readonly users: number;
  readonly processes: number;
  /** False for a story without kills, power cuts and restored backups. */
  readonly canCrash: boolean;
  /** False for a story in which nodes answer, and chains keep their blocks. */
  readonly hasChainFaults: boolean;
  /** False for a story in which no step waits while others go on. */
  readonly isInterleaved: boolean;
  /** True for a story in which tokens come and go past the books. */
  readonly differs: boolean;
  /** True for a story whose admins credit receipts to members, and lock accounts. */
  readonly supports: boolean;
  /** True for a story in which a reorganization past finality drops what the pool sent, too. */
  readonly dropsPayments: boolean;
  /** True for a story whose folder is put back to an older copy, and which ends with that. */
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

/** The most that the clock of a machine is wrong by. */
export const CLOCK_WRONG_HOURS_MAX = 3;
/** Event of a clock that was set wrong by hours, far beyond what the pool lets pass (docs/books.md). */
export const CLOCK_WRONG_BY_HOURS = 'clock set wrong by hours';

/** A server process, which is restarted after a kill, on a machine of its own. */
export interface Server {
  readonly number: number;
  readonly clock: MachineClock;
  life: Life;
  deps: SolvencyDeps;
}

/** Deposit of a user, as the story made it on chain. */
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
  /** True once a program was told to pay there. */
  isUsed: boolean;
}

/** Withdrawal that a client asked for, and its own address, which nothing else pays to. */
export interface AskedWithdrawal {
  readonly owner: UserId | 'operator';
  readonly caller: Caller;
  readonly currency: Currency;
  readonly address: string;
  /** As the client wrote it. */
  readonly amount: string;
  readonly key: string;
  /** Set once the pool said that it has it; taken back by a restored backup that does not have it. */
  id: WithdrawalId | undefined;
}

/** Part of the world that checks look at while a story goes on. */
export interface Watched {
  readonly db: Database;
  readonly counters: Counters;
  readonly scheduler: Scheduler;
  readonly story: readonly string[];
}
