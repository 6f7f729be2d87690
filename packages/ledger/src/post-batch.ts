import { type Account, type Transfer, type UserBalance, userClass } from '@glasspool/core/books';
import { sumMicro, type Transaction } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';
import { accountId, openAccounts, userPathSql } from './accounts.ts';
import { insertTransfer } from './insert-transfer.ts';
import { OverdrawnError, ReferenceConflictError } from './types.ts';

/** Credits of a batch to one kind of user account. `rows` is a select with the columns `user_id` and `amount_micro`, all above zero. */
export interface BatchCredits {
  readonly name: UserBalance;
  readonly rows: RawBuilder<{ userId: string; amountMicro: bigint }>;
}

/**
 * Posts one transfer from one account to many users, with one posting per account, in a fixed number of statements. The balances change
 * through an upsert keyed by account, which no statistics can turn into a join over all accounts. Returns the total in micro-units. Writes
 * nothing and returns 0 when there is nothing to credit.
 *
 * @throws OverdrawnError when the paying account holds less than the credits' total.
 * @throws ReferenceConflictError when the reference was used before.
 */
export async function postBatch(
  tx: Transaction,
  transfer: Pick<Transfer, 'kind' | 'reference'>,
  batch: { from: Account; credits: readonly BatchCredits[]; createdAt: number },
): Promise<bigint> {
  const { from, credits, createdAt } = batch;
  const totalMicro = await sumCredits(tx, credits);
  if (totalMicro === 0n) return 0n;
  await openAccounts(tx, [from]);
  const transferId = await insertTransfer(tx, transfer, createdAt);
  if (transferId === undefined) throw new ReferenceConflictError(transfer.reference, 'not the first');
  const fromId = accountId(from);
  await tx
    .insertInto('posting')
    .values({ transferId, accountId: fromId, amountMicro: -totalMicro })
    .execute();
  for (const one of credits) await credit(tx, { ...one, currency: from.currency, transferId });
  const paid = await tx
    .updateTable('account')
    .set((eb) => ({ balanceMicro: eb('balanceMicro', '-', totalMicro) }))
    .where('id', '=', fromId)
    .where('balanceMicro', '>=', totalMicro)
    .executeTakeFirst();
  if (paid.numUpdatedRows === 0n) throw new OverdrawnError(fromId);
  return totalMicro;
}

async function sumCredits(tx: Transaction, credits: readonly BatchCredits[]): Promise<bigint> {
  let totalMicro = 0n;
  for (const { rows } of credits) {
    const sums = await sql<{ totalMicro: bigint }>`
      select ${sumMicro(sql`amount_micro`)} as total_micro from (${rows}) as credits`.execute(tx);
    totalMicro += sums.rows[0]?.totalMicro ?? 0n;
  }
  return totalMicro;
}

async function credit(
  tx: Transaction,
  { name, rows, currency, transferId }: BatchCredits & { currency: string; transferId: number },
): Promise<void> {
  const path = userPathSql(sql`user_id`, name);
  const id = sql`${path} || ${sql.lit(`:${currency}`)}`;
  // In the order of account ids, so that two batches never wait for each other.
  await sql`insert into account (id, path, currency, account_class, user_id, guarded, balance_micro)
    select ${id}, ${path}, ${sql.lit(currency)}, ${sql.lit(userClass(name))}, user_id, 1, cast(sum(amount_micro) as bigint)
    from (${rows}) as credits where true group by user_id order by 1
    on conflict (id) do update set balance_micro = account.balance_micro + excluded.balance_micro`.execute(
    tx,
  );
  await sql`insert into posting (transfer_id, account_id, amount_micro)
    select cast(${transferId} as bigint), ${id}, cast(sum(amount_micro) as bigint)
    from (${rows}) as credits group by user_id order by 2`.execute(tx);
}
