import { PoolEvents } from '@glasspool/pool/events';
import type { Watched } from './facts.ts';
import { readBalances } from './nothing-changed.ts';
import { ViolationError } from './violation.ts';

/** Events that have a user's screens ask for their balances again. */
const SHOWN_BY = ['wallet.changed', 'investment.changed', 'transaction.changed'];

/** Events of all processes, which tell screens to ask again: no balance changes that its owner's screens do not hear of. */
export class Told {
  readonly #messages = new Set<string>();
  #balances: ReadonlyMap<string, string> | undefined;
  #state = '';

  /** Events of a process, which are heard as it relays them to the others. */
  openEvents(): PoolEvents {
    const events = new PoolEvents();
    events.relayThrough((message) => void this.#messages.add(message));
    return events;
  }

  /** Begins again: a process that ends takes its events with it, and screens that lose it ask for everything. */
  forget(): void {
    this.#messages.clear();
    this.#balances = undefined;
    this.#state = '';
  }

  /** Compares once nothing is under way: an event follows the commit that it is about. */
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
