import type { Clock } from './clock.ts';
import { parseAmount } from './money/amount.ts';
import type { Random } from './random.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

/** Clock of one machine: a time that is right, and by how much this clock is wrong. */
export class MachineClock implements Clock {
  readonly #time: Clock;
  skewMs = 0;

  constructor(time: Clock) {
    this.#time = time;
  }

  now(): number {
    return this.#time.now() + this.skewMs;
  }
}

/** Randomness that repeats: the same seed gives the same numbers (mulberry32). Never for secrets. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed >>> 0;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  integer(below: number): number {
    return Math.floor(this.fraction() * below);
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index += 1) bytes[index] = this.integer(256);
    return bytes;
  }
}

/** Micro-units from a readable amount, for tests: `micro('12.5')`. */
export const micro = parseAmount;
