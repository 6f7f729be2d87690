import type { Queryable } from '@glasspool/db';
import { sql } from 'kysely';
import type { Discrepancy } from './types.ts';

/**
 * Recomputes the books from the postings and names everything that does not agree: an empty list means they are right.
 * Call it inside a transaction, or while nothing writes, for one consistent view.
 */
export async function verifyLedger(db: Queryable): Promise<Discrepancy[]> {
  return [
    ...(await findUnbalancedTransfers(db)),
    ...(await findTransfersWithoutPostings(db)),
    ...(await findWrongBalances(db)),
    ...(await findNegativeGuardedBalances(db)),
  ];
}

async function findUnbalancedTransfers(db: Queryable): Promise<Discrepancy[]> {
  const rows = await db
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.accountId')
    .groupBy(['posting.transferId', 'account.currency'])
    .having((eb) => eb.fn.sum('posting.amountMicro'), '<>', 0n)
    .select((eb) => [
      'posting.transferId',
      'account.currency',
      eb.fn.sum<bigint>('posting.amountMicro').as('sumMicro'),
    ])
    .execute();
  return rows.map((row) => ({
    rule: 'transfer-sums-to-zero',
    subject: `transfer ${row.transferId}`,
    detail: `its ${row.currency} postings sum to ${row.sumMicro}`,
  }));
}

async function findTransfersWithoutPostings(db: Queryable): Promise<Discrepancy[]> {
  const rows = await db
    .selectFrom('transfer')
    .leftJoin('posting', 'posting.transferId', 'transfer.id')
    .where('posting.transferId', 'is', null)
    .select(['transfer.id', 'transfer.reference'])
    .execute();
  return rows.map((row) => ({
    rule: 'transfer-has-postings',
    subject: `transfer ${row.id}`,
    detail: `${row.reference} has no postings`,
  }));
}

async function findWrongBalances(db: Queryable): Promise<Discrepancy[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('posting', 'posting.accountId', 'account.id')
    .groupBy(['account.id', 'account.balanceMicro'])
    .having(sql<boolean>`account.balance_micro <> coalesce(sum(posting.amount_micro), 0)`)
    .select([
      'account.id',
      'account.balanceMicro',
      sql<bigint>`coalesce(sum(posting.amount_micro), 0)`.as('postedMicro'),
    ])
    .execute();
  return rows.map((row) => ({
    rule: 'balance-equals-postings',
    subject: row.id,
    detail: `the kept balance is ${row.balanceMicro}, the postings sum to ${row.postedMicro}`,
  }));
}

async function findNegativeGuardedBalances(db: Queryable): Promise<Discrepancy[]> {
  const rows = await db
    .selectFrom('account')
    .where('guarded', '=', 1)
    .where('balanceMicro', '<', 0n)
    .select(['id', 'balanceMicro'])
    .execute();
  return rows.map((row) => ({
    rule: 'guarded-not-negative',
    subject: row.id,
    detail: `the balance is ${row.balanceMicro}`,
  }));
}
