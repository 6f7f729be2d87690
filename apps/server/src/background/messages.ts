// Messages between the thread that serves requests and one that does long work. Both ends are this program.
import type { RewardRunId } from '@glasspool/core';
import type { Fence } from '@glasspool/db';
import type { RunPages } from '@glasspool/pool/rewards';
import type { Draft } from '@glasspool/solvency';

/** Given to a thread when it starts. */
export interface ThreadStart {
  readonly dataDir: string;
  readonly nonceKey: Uint8Array;
  /** Time by which the pool's clock, and the one below a developer's offset, are ahead of the machine's. */
  readonly clockOffsetMs: number;
  readonly baseOffsetMs: number;
  /** Counts the requests that wait for SQLite's writer; they go first. */
  readonly writeTurns: SharedArrayBuffer | undefined;
  /** The lease that the work runs under. */
  readonly fence: Fence | undefined;
  readonly task: Task;
}

export type Task =
  | { readonly name: 'snapshot'; readonly draft: Draft }
  | { readonly name: 'rewards'; readonly id: RewardRunId; readonly pages: RunPages };

export type FromThread =
  /** It asks for the time of the pool's clock as it is now. */
  | { readonly kind: 'ask-now' }
  /** Something changed that screens are told of. */
  | { readonly kind: 'event'; readonly text: string }
  | { readonly kind: 'done'; readonly result: unknown };

export interface ToThread {
  readonly nowMs: number;
}
