// Double entry: accounts with their kept balances, transfers and postings (decisions.md 2).
// A posting is positive where it credits: liabilities and equity stand above zero, assets and expenses below.
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table account (
      -- path:currency, so one unique key is enough; a second would race with inserts that skip what exists
      id text not null constraint account_pk primary key,
      path text not null,
      currency text not null constraint account_currency check (currency in ('USDT', 'TRX', 'BNB')),
      guarded {integer} not null constraint account_guarded check (guarded in (0, 1)),
      balance_micro {integer} not null,
      constraint account_not_overdrawn check (guarded = 0 or balance_micro >= 0)
    ) {strict}`,
  );
  await run(
    db,
    `create table transfer (
      id {identity},
      reference text not null constraint transfer_reference unique,
      kind text not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(
    db,
    `create table posting (
      transfer_id {integer} not null constraint posting_transfer references transfer (id),
      account_id text not null constraint posting_account references account (id),
      amount_micro {integer} not null constraint posting_amount check (amount_micro <> 0),
      constraint posting_pk primary key (transfer_id, account_id)
    ) {strict}`,
  );
  await run(db, 'create index posting_account_idx on posting (account_id, transfer_id)');
  await makeAppendOnly(db, 'transfer');
  await makeAppendOnly(db, 'posting');
}
