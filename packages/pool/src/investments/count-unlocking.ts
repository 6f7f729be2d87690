import type { PoolDeps } from '../deps.ts';

/** Number of running investments that unlock by a time. For steps of a local clock: it reads every running investment. */
export async function countUnlocking({ db }: Pick<PoolDeps, 'db'>, untilMs: number): Promise<number> {
  const { count } = await db.read
    .selectFrom('investment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'active')
    .where('unlocksAt', '<=', untilMs)
    .executeTakeFirstOrThrow();
  return count;
}
