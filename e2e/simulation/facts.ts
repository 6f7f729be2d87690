import type { Currency, Network, UserId, WithdrawalId } from '@glasspool/core';
import type { PoolDeps } from '@glasspool/pool';
import type { Life } from './scheduler.ts';

/** Everything that a story is made of, and that a failure can be repeated with. */
export interface StoryOptions {
  readonly seed: number;
  readonly days: number;
  readonly users: number;
  readonly processes: number;
  /** False for a story without kills and power cuts. */
  readonly canCrash: boolean;
}

/** Member of the pool. */
export interface Person {
  readonly name: string;
  readonly userId: UserId;
  readonly invitedBy: UserId | undefined;
  readonly addresses: Readonly<Record<Network, string>>;
}

/** A server process, which is restarted after a kill. */
export interface Server {
  readonly number: number;
  life: Life;
  deps: PoolDeps;
}

/** Deposit of a user, as the story made it on chain. */
export interface ChainDeposit {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly txHash: string;
  readonly micro: bigint;
}

/** Withdrawal that a client asked for, and its own address, which nothing else pays to. */
export interface AskedWithdrawal {
  readonly owner: UserId | 'operator';
  readonly currency: Currency;
  readonly address: string;
  readonly amountMicro: bigint;
  readonly key: string;
  /** Set once the pool said that it has it. */
  id: WithdrawalId | undefined;
}
