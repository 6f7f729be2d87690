import type { Clock } from '@glasspool/core';

/** The machine's clock. The only place that reads it. */
export const machineClock: Clock = { now: () => Date.now() };

/** A clock, the machine's unless another is named, ahead by an offset that a developer may enlarge on the local networks. */
export class OffsetClock implements Clock {
  readonly #base: Clock;
  #offsetMs: number;

  constructor(offsetMs: number, base: Clock = machineClock) {
    this.#base = base;
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): number {
    return this.#base.now() + this.#offsetMs;
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}
