import type { Clock } from '@glasspool/core';

/** The machine's clock. The only place that reads it. */
export const machineClock: Clock = { now: () => Date.now() };

/** The machine's clock, ahead by an offset that a developer may enlarge on the local networks. */
export class OffsetClock implements Clock {
  #offsetMs: number;

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): number {
    return machineClock.now() + this.#offsetMs;
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}
