// What moved on each day (UTC), kept beside the rows it is made of, so that the back office's figures and charts do not read
// all of them. Additive: the version before this one does not write the table, so nothing else may run while this is applied;
// `verify-books` compares the totals with the rows. A million rows are filled set-based, in seconds on SQLite.
import { type AnyDatabase, run } from './helpers.ts';

const MS_PER_DAY = 86_400_000;

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table daily_total (
      kind text not null constraint daily_total_kind
        check (kind in ('deposit', 'withdrawal', 'investment', 'maturity', 'reward', 'reserve-funding')),
      currency text not null constraint daily_total_currency check (currency in ('USDT', 'TRX')),
      -- days since 1970-01-01, UTC
      day {integer} not null,
      amount_micro {integer} not null constraint daily_total_amount check (amount_micro >= 0),
      entries {integer} not null constraint daily_total_entries check (entries > 0),
      constraint daily_total_pk primary key (kind, currency, day)
    ) {strict}`,
  );
  await fill(db, 'deposit', {
    table: 'deposit',
    at: 'credited_at',
    amount: 'amount_micro',
    where: "state = 'credited' and user_id is not null and amount_micro > 0",
  });
  await fill(db, 'withdrawal', {
    table: 'withdrawal',
    at: 'updated_at',
    amount: 'amount_micro',
    where: "state = 'confirmed'",
  });
  await fill(db, 'investment', {
    table: 'investment',
    at: 'created_at',
    amount: 'principal_micro',
    where: '1 = 1',
  });
  await fill(db, 'maturity', {
    table: 'investment',
    at: 'unlocks_at',
    amount: 'principal_micro',
    where: "state = 'matured'",
  });
  await fill(db, 'reward', {
    table: 'reward_run',
    at: 'run_at',
    amount: 'paid_micro + referral_paid_micro',
    where: '1 = 1',
  });
  await fill(db, 'reserve-funding', {
    table: `(select account.currency, transfer.created_at, posting.amount_micro from transfer
      join posting on posting.transfer_id = transfer.id join account on account.id = posting.account_id
      where transfer.kind = 'reserve-funding' and account.path = 'pool/reserve') as funding`,
    at: 'created_at',
    amount: 'amount_micro',
    where: '1 = 1',
  });
}

async function fill(
  db: AnyDatabase,
  kind: string,
  from: { table: string; at: string; amount: string; where: string },
): Promise<void> {
  await run(
    db,
    `insert into daily_total (kind, currency, day, amount_micro, entries)
      select '${kind}', currency, ${from.at} / ${MS_PER_DAY}, sum(${from.amount}), count(*)
      from ${from.table} where ${from.where} group by currency, ${from.at} / ${MS_PER_DAY}`,
  );
}
