import type { Transfer } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import { OverdrawnError } from './types.ts';

/** Change of one account's balance by a transfer, in micro-units. */
export interface Change {
  readonly id: string;
  readonly amountMicro: bigint;
}

/** Outcome of the statement: it wrote the transfer, an account does not exist yet, or the reference is taken. */
export type AtOnce = 'posted' | 'account missing' | 'reference taken';

/**
 * Writes a transfer, its postings and the balances with one statement of PostgreSQL, because each statement costs a round trip to the
 * server. Locks the accounts in the order of their ids first, so that two transfers never wait for each other. Writes nothing unless it
 * returns 'posted'.
 *
 * @throws OverdrawnError when a guarded account would go below zero; the caller's transaction is then rolled back.
 */
export async function postAtOnce(
  tx: Transaction,
  { reference, kind }: Pick<Transfer, 'reference' | 'kind'>,
  { changes, createdAt }: { changes: readonly Change[]; createdAt: number },
): Promise<AtOnce> {
  const given = sql.join(
    changes.map(({ id, amountMicro }) => sql`(cast(${id} as text), cast(${amountMicro} as bigint))`),
  );
  const { rows } = await sql<{ locked: number; transferId: number | null; changed: string[] }>`
    with given (id, amount_micro) as (values ${given}),
    locked as (select a.id from account a where a.id in (select id from given) order by a.id for update),
    written as (
      insert into transfer (reference, kind, created_at)
      select ${reference}, ${kind}, cast(${createdAt} as bigint)
      where (select count(*) from locked) = (select count(*) from given)
      on conflict (reference) do nothing returning id),
    posted as (
      insert into posting (transfer_id, account_id, amount_micro)
      select written.id, given.id, given.amount_micro from written cross join given),
    changed as (
      update account a set balance_micro = a.balance_micro + given.amount_micro from given cross join written
      where a.id = given.id and (a.guarded = 0 or a.balance_micro + given.amount_micro >= 0) returning a.id)
    select locked.count as locked, (select id from written) as transfer_id, array(select id from changed) as changed
    from (select cast(count(*) as int) as count from locked) locked`.execute(tx);
  const [found] = rows;
  if (found === undefined || found.locked < changes.length) return 'account missing';
  if (found.transferId === null) return 'reference taken';
  const overdrawn = changes.find(({ id }) => !found.changed.includes(id));
  if (overdrawn !== undefined) throw new OverdrawnError(overdrawn.id);
  return 'posted';
}
