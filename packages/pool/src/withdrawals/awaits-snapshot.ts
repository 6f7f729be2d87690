import { isOpenWithdrawal, type Queryable } from '@glasspool/db';

/**
 * Hot wallet withdrawals that a second admin agreed to and that no snapshot shows the pool before: what users are owed is published
 * before much of what is held leaves (docs/proof-of-solvency.md).
 */
export async function findAwaitingSnapshot(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('id')
    .where(isOpenWithdrawal)
    .where('source', '=', 'operator')
    .where('state', '=', 'approved')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('withdrawalEvent')
          .select('withdrawalId')
          .whereRef('withdrawalEvent.withdrawalId', '=', 'withdrawal.id')
          .where('toState', '=', 'reviewing'),
      ),
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
