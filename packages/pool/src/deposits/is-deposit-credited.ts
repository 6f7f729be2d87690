import type { PoolDeps } from '../deps.ts';

/** Returns true when a deposit of a transaction is credited. */
export async function isDepositCredited({ db }: Pick<PoolDeps, 'db'>, txHash: string): Promise<boolean> {
  const credited = await db.read
    .selectFrom('deposit')
    .select('id')
    .where('txHash', '=', txHash)
    .where('state', '=', 'credited')
    .executeTakeFirst();
  return credited !== undefined;
}
