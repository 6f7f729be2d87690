import type { Database } from '@glasspool/db';

/**
 * Every pause of an investment that a story has seen. A row keeps its newest one only, and rewards of the past were decided by older ones.
 */
export class Pauses {
  readonly #ends = new Map<string, Map<number, number | null>>();

  /** Takes up what changed since the last time. */
  async read({ read }: Database): Promise<void> {
    const rows = await read
      .selectFrom('investment')
      .select(['id', 'pausedAt', 'resumedAt'])
      .where('pausedAt', 'is not', null)
      .execute();
    for (const { id, pausedAt, resumedAt } of rows)
      if (pausedAt !== null) this.#of(id).set(pausedAt, resumedAt);
  }

  /** Forgets pauses of a time that a restored backup does not know. */
  forgetAfter(time: number): void {
    for (const ends of this.#ends.values())
      for (const pausedAt of ends.keys()) if (pausedAt > time) ends.delete(pausedAt);
  }

  /** True when an investment was paused at a time. */
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
