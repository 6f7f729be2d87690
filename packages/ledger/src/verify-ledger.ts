import { findKindRule, isReferenceOf } from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { sql } from 'kysely';
import type { Discrepancy } from './types.ts';

const REFERENCES_PER_PAGE = 10_000;

/**
 * Recomputes the books from the postings and lists every contradiction; an empty list means that the books are right. For one consistent
 * view, call it inside a transaction, or while nothing writes.
 */
export async function verifyLedger(db: Queryable): Promise<Discrepancy[]> {
  return [
    ...(await findUnbalancedTransfers(db)),
    ...(await findTransfersWithoutPostings(db)),
    ...(await findWrongBalances(db)),
    ...(await findNegativeGuardedBalances(db)),
    ...(await findOutsideGrammar(db)),
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

/** Finds postings that their kind does not allow, transfers with too many users, and references in another form. */
async function findOutsideGrammar(db: Queryable): Promise<Discrepancy[]> {
  const { rows } = await sql<{ id: number; kind: string }>`
    select t.id, t.kind from posting p join transfer t on t.id = p.transfer_id join account a on a.id = p.account_id
      left join posting_rule r on r.kind = t.kind and r.account_class = a.account_class
        and r.direction = case when p.amount_micro > 0 then 1 else -1 end
    where r.kind is null
    union
    select t.id, t.kind from posting p join transfer t on t.id = p.transfer_id join transfer_kind k on k.kind = t.kind
      join account a on a.id = p.account_id
    where k.users <> 'many' and a.user_id is not null
    group by t.id, t.kind, k.users having count(distinct a.user_id) > cast(k.users as integer)`.execute(db);
  const wrong: Discrepancy[] = rows.map(({ id, kind }) => ({
    rule: 'transfer-in-grammar',
    subject: `transfer ${id}`,
    detail: `its postings are not those of the kind ${kind}`,
  }));
  let after = 0;
  for (;;) {
    const page = await db
      .selectFrom('transfer')
      .select(['id', 'kind', 'reference'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(REFERENCES_PER_PAGE)
      .execute();
    for (const { id, kind, reference } of page) {
      if (findKindRule(kind) !== undefined && isReferenceOf(kind, reference)) continue;
      const detail = `${reference} is not a reference of the kind ${kind}`;
      wrong.push({ rule: 'transfer-in-grammar', subject: `transfer ${id}`, detail });
    }
    const last = page.at(-1);
    if (last === undefined) return wrong;
    after = last.id;
  }
}
