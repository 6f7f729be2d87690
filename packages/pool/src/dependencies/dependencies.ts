import type { Network } from '@glasspool/core';

/** Something outside of this program that it cannot work without, or not fully. Nodes are numbered as their setting lists them, from 1. */
export type DependencyName = 'database' | 'signer' | 'mail' | 'disk' | 'clock' | 'proxy' | NodeName;

export type NodeName = `${Network} node ${number}`;

/** `degraded` may recover by itself; `refused` will not be used until someone changes a setting or the dependency. */
export type DependencyState = 'starting' | 'ok' | 'degraded' | 'refused';

/** Reasons of states, for metrics and alerts. A closed list. */
export type DependencyReason =
  | 'starting'
  | 'ok'
  | 'unreachable'
  | 'silent'
  | 'bad-answer'
  | 'login-refused'
  | 'no-tls'
  | 'read-only'
  | 'full'
  | 'low-space'
  | 'wrong-network'
  | 'other-token'
  | 'other-keys'
  | 'behind'
  | 'ahead'
  | 'disagrees'
  | 'skewed';

/** Result of one look at a dependency. */
export interface DependencyFinding {
  readonly state: DependencyState;
  readonly reason: DependencyReason;
  /** Sentence for the operator: setting and host, what is wrong, and what to do. Empty while all is well. */
  readonly sentence: string;
}

export interface DependencyReport extends DependencyFinding {
  readonly name: DependencyName;
  /** Start of this state, in ms of the machine's clock. */
  readonly since: number;
}

/** State of everything that this process depends on. */
export interface Dependencies {
  list(): readonly DependencyReport[];
  /** Returns undefined for a dependency that this program does not have. */
  getState(name: DependencyName): DependencyState | undefined;
}

export const WELL: DependencyFinding = { state: 'ok', reason: 'ok', sentence: '' };
