import { PoolEvents } from '@glasspool/pool/events';
import type { Watched } from './facts.ts';
import { readBalances } from './nothing-changed.ts';
import { ViolationError } from './violation.ts';

/** Events that make a user's screens read their balances again. */
const SHOWN_BY = ['wallet.changed', 'investment.changed', 'transaction.changed'];

/** Checks that screens hear of every change of a balance: each change needs an event to the screens of the owner. Covers all processes. */
export class Told {
  readonly #messages = new Set<string>();
  #balances: ReadonlyMap<string, string> | undefined;
  #state = '';

  /** Returns the events of a process. They are recorded when the process relays them to the others. */
  openEvents(): PoolEvents {
    const events = new PoolEvents();
    events.relayThrough((message) => void this.#messages.add(message));
    return events;
  }

  /** Starts over: a process that ends loses its events, and screens that lose their process read everything again. */
  forget(): void {
    this.#messages.clear();
    this.#balances = undefined;
    this.#state = '';
  }

  /** Compares balances with events while nothing is under way: an event comes after the commit that it reports. */
  async check(watched: Watched, state: string): Promise<void> {
    if (watched.scheduler.runningCount > 0 || state === this.#state) return;
    const before = this.#balances;
    const now = await readBalances(watched);
    const told = [...this.#messages];
    this.#messages.clear();
    this.#balances = now;
    this.#state = state;
    if (before === undefined) return;
    const unaware = [...new Set([...before.keys(), ...now.keys()])].filter(
      (userId) => before.get(userId) !== now.get(userId) && !isTold(told, userId),
    );
    watched.counters.count('balances compared with what screens hear');
    if (unaware.length > 0)
      throw new ViolationError(
        'screens hear of every change of a balance',
        `${unaware.join(', ')} heard nothing. ${watched.story.at(-1)}`,
      );
  }
}

function isTold(messages: readonly string[], userId: string): boolean {
  return messages.some(
    (message) => message.startsWith('all ') || SHOWN_BY.some((type) => message === `${userId} ${type}`),
  );
}
