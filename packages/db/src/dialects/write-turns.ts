import { setTimeout } from 'node:timers/promises';

const WAIT_MS = 1;
const TRIES_MAX = 10_000;
/** A thread of long work that met a waiting writer each time would never go on. */
const YIELD_TRIES_MAX = 200;

/** Place in the queue for SQLite's one writer: requests first, threads that write page after page when no request waits. */
export type Turn = 'first' | 'last';

/**
 * Waits for SQLite's one writer without keeping the thread. Threads of one process share a count of those that wait: one whose turn is
 * last begins its next transaction when the count is zero, so that a request waits for one page of its work and not for several.
 */
export class WriteTurns {
  /** For the threads of the same process. */
  readonly shared: SharedArrayBuffer;
  readonly #waiting: Int32Array;
  readonly #turn: Turn;

  constructor(turn: Turn = 'first', shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#turn = turn;
    this.shared = shared;
    this.#waiting = new Int32Array(shared);
  }

  /**
   * Begins a transaction as soon as it is this one's turn.
   *
   * @throws what `begin` throws, unless it is about another writer and there are tries left
   */
  async begin(begin: () => Promise<unknown>, isBusy: (error: unknown) => boolean): Promise<void> {
    if (this.#turn === 'last') {
      await this.#letOthersWrite();
      await retry(begin, isBusy);
      return;
    }
    Atomics.add(this.#waiting, 0, 1);
    try {
      await retry(begin, isBusy);
    } finally {
      Atomics.sub(this.#waiting, 0, 1);
    }
  }

  async #letOthersWrite(): Promise<void> {
    for (let tries = 0; Atomics.load(this.#waiting, 0) > 0 && tries < YIELD_TRIES_MAX; tries += 1)
      await setTimeout(WAIT_MS);
  }
}

async function retry(begin: () => Promise<unknown>, isBusy: (error: unknown) => boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await begin();
      return;
    } catch (error) {
      if (!isBusy(error) || attempt >= TRIES_MAX) throw error;
      await setTimeout(WAIT_MS);
    }
  }
}
