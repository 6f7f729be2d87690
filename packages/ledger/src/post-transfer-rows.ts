import { sumMicro, type Transaction } from '@glasspool/db';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { accountId, openAccounts } from './accounts.ts';
import { type AccountRef, OverdrawnError } from './types.ts';

interface TransferRow {
  reference: string;
  /** The path of the account that receives. */
  toPath: string;
  amountMicro: bigint;
}

/**
 * Posts one transfer for each row of a select, all from one account, in a fixed number of statements.
 * For reward runs: a million rows are not a loop. The rows must not change while it runs, and their references must be new.
 *
 * @throws OverdrawnError when the paying account holds less than the rows' total.
 */
export async function postTransferRows(
  tx: Transaction,
  // The select may come from any table of the caller's; only its three columns matter here.
  rows: SelectQueryBuilder<never, never, TransferRow> | Expression<TransferRow>,
  options: { from: AccountRef; kind: string; createdAt: number },
): Promise<{ totalMicro: bigint }> {
  const { from, kind, createdAt } = options;
  const fromId = accountId(from);
  const toId = sql<string>`r.to_path || ${`:${from.currency}`}`;
  const source = sql<TransferRow>`(${rows})`.as<'r'>('r');

  await openAccounts(tx, [from]);
  await sql`insert into account (id, path, currency, guarded, balance_micro)
    select distinct ${toId}, r.to_path, ${from.currency}, ${sql.lit(1)}, ${sql.lit(0)} from ${source} where true
    on conflict (id) do nothing`.execute(tx);
  await sql`insert into transfer (reference, kind, created_at)
    select r.reference, ${kind}, ${sql.lit(createdAt)} from ${source}`.execute(tx);
  await sql`insert into posting (transfer_id, account_id, amount_micro)
    select t.id, ${toId}, r.amount_micro from ${source} join transfer t on t.reference = r.reference`.execute(
    tx,
  );
  await sql`insert into posting (transfer_id, account_id, amount_micro)
    select t.id, ${fromId}, -r.amount_micro from ${source} join transfer t on t.reference = r.reference`.execute(
    tx,
  );
  await sql`update account set balance_micro = balance_micro + gain.amount_micro
    from (select ${toId} as id, sum(r.amount_micro) as amount_micro from ${source} group by r.to_path) as gain
    where account.id = gain.id`.execute(tx);

  const { rows: totals } = await sql<{ totalMicro: bigint }>`
    select ${sumMicro(sql`r.amount_micro`)} as total_micro from ${source}`.execute(tx);
  const totalMicro = totals[0]?.totalMicro ?? 0n;
  const paid = await tx
    .updateTable('account')
    .set((eb) => ({ balanceMicro: eb('balanceMicro', '-', totalMicro) }))
    .where('id', '=', fromId)
    .where((eb) => eb.or([eb('guarded', '=', 0), eb('balanceMicro', '>=', totalMicro)]))
    .executeTakeFirst();
  if (paid.numUpdatedRows === 0n) throw new OverdrawnError(fromId);
  return { totalMicro };
}
