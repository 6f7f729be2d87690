/** Counts the events of stories: a simulator that never reaches a rare event proves nothing about it. */
export class Counters {
  readonly #counts = new Map<string, number>();

  count(event: string, times = 1): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + times);
  }

  get(event: string): number {
    return this.#counts.get(event) ?? 0;
  }

  addAll(other: Counters): void {
    for (const [event, times] of other.#counts) this.count(event, times);
  }

  /** Events and their counts, by name. */
  list(): [string, number][] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
