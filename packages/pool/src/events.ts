import { EventEmitter } from 'node:events';
import type { UserId } from '@glasspool/core';

/** What may have changed for a user. The screen then asks again, so that a lost event loses nothing. */
export const EVENT_TYPES = [
  'wallet.changed',
  'transaction.changed',
  'investment.changed',
  'withdrawal.changed',
  'rewards.paid',
] as const;

export interface PoolEvent {
  readonly type: (typeof EVENT_TYPES)[number];
}

const CHANNEL_ALL = 'all';

/** Tells signed-in screens that something changed. Each event goes to its user alone, or to everyone. */
export class PoolEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  emit(userId: UserId, ...types: readonly PoolEvent['type'][]): void {
    for (const type of types) this.#emitter.emit(userId, { type });
  }

  emitToAll(type: PoolEvent['type']): void {
    this.#emitter.emit(CHANNEL_ALL, { type });
  }

  /** Calls back for each event of a user until the returned function is called. */
  subscribe(userId: UserId, listener: (event: PoolEvent) => void): () => void {
    this.#emitter.on(userId, listener).on(CHANNEL_ALL, listener);
    return () => void this.#emitter.off(userId, listener).off(CHANNEL_ALL, listener);
  }
}
