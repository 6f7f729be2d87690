import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MINUTE_MS } from '@glasspool/core';

const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;
const PERCENTILES = [50, 99, 100] as const;

/** Delay of the event loop in ms, by percentile; 100 is the longest. */
export type LoopDelays = Readonly<Record<(typeof PERCENTILES)[number], number>>;

/**
 * Measures how long the event loop was kept from its timers, over the running minute and the one before. The minutes turn by a timer
 * of their own and not by being read, so that two readers see the same peak.
 */
export class EventLoopDelay {
  #previous: LoopDelays = { 50: 0, 99: 0, 100: 0 };
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.#histogram.enable();
    setInterval(() => this.turnMinute(), MINUTE_MS).unref();
  }

  /** The larger of both minutes, for each percentile. */
  read(): LoopDelays {
    const current = this.#readCurrent();
    const larger = (percentile: keyof LoopDelays): number =>
      Math.max(current[percentile], this.#previous[percentile]);
    return { 50: larger(50), 99: larger(99), 100: larger(100) };
  }

  turnMinute(): void {
    this.#previous = this.#readCurrent();
    this.#histogram.reset();
  }

  #readCurrent(): LoopDelays {
    // The histogram counts the time between two of its timers, which is the resolution when nothing delays them.
    const read = (percentile: number): number =>
      this.#histogram.count === 0
        ? 0
        : Math.max(0, this.#histogram.percentile(percentile) / NS_PER_MS - RESOLUTION_MS);
    return { 50: read(50), 99: read(99), 100: read(100) };
  }
}
