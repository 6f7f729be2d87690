// When writes were acknowledged: the seconds in which no one was served.
export class Availability {
  readonly #acknowledgedAt: number[] = [];
  #unknown: number[] = [];

  recordAnswer(kind: 'done' | 'refused' | 'unknown'): void {
    const now = performance.now();
    if (kind === 'unknown') this.#unknown.push(now);
    // A refusal is an answer too.
    else this.#acknowledgedAt.push(now);
  }

  /** Longest time without an answer since a moment, in ms, up to now. */
  getLongestGapMs(sinceMs: number): number {
    const times = [sinceMs, ...this.#acknowledgedAt.filter((at) => at >= sinceMs), performance.now()];
    let longest = 0;
    for (let index = 1; index < times.length; index += 1)
      longest = Math.max(longest, (times[index] ?? 0) - (times[index - 1] ?? 0));
    return longest;
  }

  /** Requests without an answer that can be relied on, since a moment. */
  countUnknown(sinceMs: number): number {
    return this.#unknown.filter((at) => at >= sinceMs).length;
  }

  /** Answers a second since a moment. */
  getRate(sinceMs: number): number {
    const seconds = (performance.now() - sinceMs) / 1_000;
    return this.#acknowledgedAt.filter((at) => at >= sinceMs).length / seconds;
  }
}
