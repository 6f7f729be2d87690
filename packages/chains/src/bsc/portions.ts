// Nodes cap what one request may ask for, each in its own way. What one refuses is asked in halves, down to one.
import { HOUR_MS } from '@glasspool/core';
import { isError } from 'ethers';

/** A cap may have been a moment's. */
const REMEMBERED_MS = HOUR_MS;

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Asks one node for what there are many of, as many at once as it takes. */
export class Portions {
  readonly #most: number;
  #size: number;
  #halvedAtMs = 0;

  constructor(most: number) {
    this.#most = most;
    this.#size = most;
  }

  /**
   * Reads a closed range. A size that the node refused is not tried again for an hour, then twice the size that it took. A node that is away,
   * or says that it is asked too often, is not asked more; nor is one that refuses a single item, which is no matter of size.
   */
  async read<Item>({ from, to }: Range, ask: (part: Range) => Promise<readonly Item[]>): Promise<Item[]> {
    const items: Item[] = [];
    const before = this.#climb();
    for (let next = from; next <= to; ) {
      const part = { from: next, to: Math.min(next + this.#size - 1, to) };
      try {
        items.push(...(await ask(part)));
        next = part.to + 1;
      } catch (error) {
        const asked = part.to - part.from + 1;
        if (asked === 1) this.#size = before;
        if (asked === 1 || !isRefusal(error)) throw error;
        this.#size = Math.floor(asked / 2);
        this.#halvedAtMs = performance.now();
      }
    }
    return items;
  }

  #climb(): number {
    const now = performance.now();
    if (this.#size < this.#most && now - this.#halvedAtMs >= REMEMBERED_MS) {
      this.#size = Math.min(2 * this.#size, this.#most);
      this.#halvedAtMs = now;
    }
    return this.#size;
  }
}

/** Words of rate limits, whatever their status: waiting helps, and a smaller range does not. */
const TOO_OFTEN = /\b429\b|retry limit|rate.?limit|too many requests|per (second|minute)/i;

/** Returns true for an answer that the node is asked too often. */
export function isTooOften(error: unknown): boolean {
  return error instanceof Error && TOO_OFTEN.test(error.message);
}

/** Returns true for an answer that the node will not do this: a JSON-RPC error, an HTTP status, or one error for a whole batch (as BAD_DATA). */
function isRefusal(error: unknown): boolean {
  const isAnswer =
    isError(error, 'UNKNOWN_ERROR') || isError(error, 'SERVER_ERROR') || isError(error, 'BAD_DATA');
  return isAnswer && !isTooOften(error);
}
