// Times of answers, to find the gaps in which no request was answered.
export class Availability {
  readonly #acknowledgedAt: number[] = [];
  #unknown: number[] = [];

  recordAnswer(kind: 'done' | 'refused' | 'unknown'): void {
    const now = performance.now();
    if (kind === 'unknown') this.#unknown.push(now);
    // A refusal is an answer too.
    else this.#acknowledgedAt.push(now);
  }

  /** Longest time without an answer from a moment until now, in ms. */
  getLongestGapMs(sinceMs: number): number {
    const times = [sinceMs, ...this.#acknowledgedAt.filter((at) => at >= sinceMs), performance.now()];
    let longest = 0;
    for (let index = 1; index < times.length; index += 1)
      longest = Math.max(longest, (times[index] ?? 0) - (times[index - 1] ?? 0));
    return longest;
  }

  /** Number of requests without a reliable answer since a moment. */
  countUnknown(sinceMs: number): number {
    return this.#unknown.filter((at) => at >= sinceMs).length;
  }

  /** Answers per second since a moment. */
  getRate(sinceMs: number): number {
    const seconds = (performance.now() - sinceMs) / 1_000;
    return this.#acknowledgedAt.filter((at) => at >= sinceMs).length / seconds;
  }
}
