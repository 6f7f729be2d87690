import type { Queryable } from '@glasspool/db';

/**
 * Treasury withdrawals that a second admin agreed to and that no snapshot shows the pool before: what users are owed is published
 * before much of what is held leaves (docs/proof-of-solvency.md).
 */
export async function findAwaitingSnapshot(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('source', '=', 'treasury')
    .where('state', '=', 'approved')
    .where('id', 'in', (eb) =>
      eb.selectFrom('withdrawalEvent').select('withdrawalId').where('toState', '=', 'reviewing'),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('snapshot')
            .select('number')
            .whereRef('snapshot.cutOffAt', '>=', 'withdrawal.updatedAt'),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
