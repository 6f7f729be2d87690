import type { UserId } from '@glasspool/core';

/**
 * Limit class of a call, by its cost: `read` shows something, `write` changes something, `secret` may guess or send a
 * secret by mail, `money` moves money out, `node` asks a node of the chain, whose quota the pool needs too.
 */
export type LimitName = 'read' | 'write' | 'secret' | 'money' | 'node';

/** A rate limit after a call: the counter that is nearest to its end. */
export interface LimitState {
  /** Calls per window. */
  readonly quota: number;
  readonly windowS: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetS: number;
}

/** Counts calls against what one IP address and one account may do. All processes of a pool count together. */
export interface Limits {
  /** @throws PoolError RATE_LIMITED, with the seconds until the next call is taken. */
  take(name: LimitName, caller: { ipAddress: string; accountId: UserId | undefined }): Promise<LimitState>;
  /**
   * Counts a stream of events that stays open, over a websocket or not, until the function is called that it returns.
   *
   * @throws PoolError RATE_LIMITED when the address or the account has as many open as it may.
   */
  openStream(caller: { ipAddress: string; accountId: UserId }): () => void;
}
