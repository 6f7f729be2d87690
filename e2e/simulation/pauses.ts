import type { Database } from '@glasspool/db';

/** Records every pause of an investment in a story. A row keeps only its newest pause, but older pauses decided past rewards. */
export class Pauses {
  readonly #ends = new Map<string, Map<number, number | null>>();

  /** Adds the pauses that are new or changed since the last call. */
  async read({ read }: Database): Promise<void> {
    const rows = await read
      .selectFrom('investment')
      .select(['id', 'pausedAt', 'resumedAt'])
      .where('pausedAt', 'is not', null)
      .execute();
    for (const { id, pausedAt, resumedAt } of rows)
      if (pausedAt !== null) this.#of(id).set(pausedAt, resumedAt);
  }

  /** Removes the pauses after a time that a restored backup does not know. */
  forgetAfter(time: number): void {
    for (const ends of this.#ends.values())
      for (const pausedAt of ends.keys()) if (pausedAt > time) ends.delete(pausedAt);
  }

  /** Returns true when an investment was paused at a time. */
  includes(id: string, time: number): boolean {
    return [...this.#of(id)].some(
      ([pausedAt, resumedAt]) => pausedAt <= time && (resumedAt === null || resumedAt >= time),
    );
  }

  get count(): number {
    return [...this.#ends.values()].reduce((sum, { size }) => sum + size, 0);
  }

  #of(id: string): Map<number, number | null> {
    const known = this.#ends.get(id) ?? new Map<number, number | null>();
    this.#ends.set(id, known);
    return known;
  }
}
