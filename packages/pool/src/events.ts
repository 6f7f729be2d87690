import { EventEmitter } from 'node:events';
import { isId, type UserId } from '@glasspool/core';
import type { Actor } from '@glasspool/identity/deps';

/** Changes that a screen may hear of. The screen then asks again, so that a lost event loses nothing. */
export const EVENT_TYPES = [
  'wallet.changed',
  'transaction.changed',
  'investment.changed',
  'withdrawal.changed',
  'rewards.paid',
  'notice.changed',
  'sweep.progress',
  'hotWallet.changed',
  'terms.changed',
  'payouts.changed',
  'session.ended',
  'announcement.changed',
] as const;

export interface PoolEvent {
  readonly type: (typeof EVENT_TYPES)[number];
}

const CHANNEL_ALL = 'all';
/** Admins and auditors. */
const CHANNEL_STAFF = 'staff';

/** Notifies signed-in screens of changes. Each event goes to its user alone, or to everyone. */
export class PoolEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #publish: (message: string) => void = () => undefined;

  /** Sends every event to the other processes of the same database as well. */
  relayThrough(publish: (message: string) => void): void {
    this.#publish = publish;
  }

  emit(userId: UserId, ...types: readonly PoolEvent['type'][]): void {
    for (const type of types) this.#send(userId, type);
  }

  emitToAll(type: PoolEvent['type']): void {
    this.#send(CHANNEL_ALL, type);
  }

  /** Sends an event to admins and auditors only. */
  emitToStaff(type: PoolEvent['type']): void {
    this.#send(CHANNEL_STAFF, type);
  }

  /** Hands on what another process sent. Anything that is not one of our events is left out. */
  receive(message: string): void {
    const [channel = '', name] = message.split(' ');
    const type = EVENT_TYPES.find((one) => one === name);
    if (type !== undefined && ([CHANNEL_ALL, CHANNEL_STAFF].includes(channel) || isId('user', channel))) {
      this.#emitter.emit(channel, { type });
    }
  }

  /** Has every screen of this process ask again, after a time in which it did not hear of changes; also whether its session is still open. */
  catchUp(): void {
    for (const type of EVENT_TYPES) this.#emitter.emit(CHANNEL_ALL, { type });
  }

  /** Hands on what a thread of this process sent, to the other processes as well. */
  relay(message: string): void {
    this.receive(message);
    this.#publish(message);
  }

  /** Calls back for each event that a user may hear of, until the returned function is called. */
  subscribe(user: Pick<Actor, 'userId' | 'role'>, listener: (event: PoolEvent) => void): () => void {
    const channels = [user.userId, CHANNEL_ALL, ...(user.role === 'user' ? [] : [CHANNEL_STAFF])];
    for (const channel of channels) this.#emitter.on(channel, listener);
    return () => {
      for (const channel of channels) this.#emitter.off(channel, listener);
    };
  }

  #send(channel: string, type: PoolEvent['type']): void {
    this.#emitter.emit(channel, { type });
    this.#publish(`${channel} ${type}`);
  }
}
