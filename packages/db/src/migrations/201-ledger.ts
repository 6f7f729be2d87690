// Double entry: accounts with their kept balances, transfers and postings, and the closed grammar of transfers (docs/books.md).
// A posting is positive where it credits: liabilities and equity stand above zero, assets and expenses below.
import { type AnyDatabase, isSqlite, makeAppendOnly, run } from './helpers.ts';

/** Users per transfer, classes debited, classes credited. A test holds it against the grammar in the code. */
const KINDS: Readonly<Record<string, readonly [users: '0' | '1' | 'many', debits: string, credits: string]>> =
  {
    deposit: ['1', 'chain/custody', 'user/receivable user/wallet'],
    'deposit-restored': ['1', 'chain/custody', 'user/receivable user/wallet'],
    'deposit-reversal': ['1', 'user/receivable', 'chain/custody'],
    'operator-deposit': ['0', 'chain/custody', 'pool/ownFunds'],
    'operator-deposit-restored': ['0', 'chain/custody', 'pool/ownFunds'],
    'operator-deposit-reversal': ['0', 'pool/ownFunds', 'chain/custody'],
    attribution: ['1', 'pool/ownFunds', 'user/receivable user/wallet'],
    'gas-top-up': ['0', 'chain/custody', 'pool/ownFunds'],
    'network-fee': ['0', 'pool/networkFees', 'chain/custody'],
    'wallet-release': ['1', 'user/wallet', 'user/withdrawable'],
    investment: ['1', 'user/wallet user/withdrawable user/referral', 'user/invested'],
    maturity: ['1', 'user/invested', 'user/withdrawable'],
    'referral-transfer': ['1', 'user/referral', 'user/withdrawable'],
    'withdrawal-hold': ['1', 'user/withdrawable user/receivable', 'user/onHold'],
    'withdrawal-sign': ['0', 'chain/inFlight', 'chain/custody'],
    withdrawal: ['1', 'user/onHold', 'chain/inFlight pool/ownFunds'],
    'withdrawal-release': ['1', 'user/onHold', 'user/withdrawable'],
    'withdrawal-failure': ['1', 'chain/custody user/onHold', 'chain/inFlight user/withdrawable'],
    'operator-withdrawal-hold': ['0', 'pool/ownFunds', 'pool/withdrawing'],
    'operator-withdrawal-sign': ['0', 'chain/inFlight', 'chain/custody'],
    'operator-withdrawal': ['0', 'pool/withdrawing', 'chain/inFlight'],
    'operator-withdrawal-release': ['0', 'pool/withdrawing', 'pool/ownFunds'],
    'operator-withdrawal-failure': ['0', 'chain/custody pool/withdrawing', 'chain/inFlight pool/ownFunds'],
    'reserve-funding': ['0', 'pool/ownFunds', 'pool/reserve'],
    'reserve-rollover': ['0', 'pool/reserve', 'pool/reserve'],
    'reward-run': ['0', 'pool/reserve', 'pool/rewardsPayable'],
    'reward-page': ['many', 'pool/rewardsPayable', 'user/withdrawable user/referral'],
    'reward-remainder': ['0', 'pool/rewardsPayable', 'pool/reserve'],
    'shortage-write-off': ['0', 'pool/networkFees', 'chain/custody'],
    'surplus-booking': ['0', 'chain/custody', 'pool/ownFunds'],
  };

export async function up(db: AnyDatabase): Promise<void> {
  await createGrammar(db);
  await createBooks(db);
  await enforceGrammar(db);
}

async function createGrammar(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table transfer_kind (
      kind text not null constraint transfer_kind_pk primary key,
      users text not null constraint transfer_kind_users check (users in ('0', '1', 'many'))
    ) {strict}`,
  );
  await run(
    db,
    `create table posting_rule (
      kind text not null constraint posting_rule_kind references transfer_kind (kind),
      account_class text not null,
      direction {integer} not null constraint posting_rule_direction check (direction in (-1, 1)),
      constraint posting_rule_pk primary key (kind, account_class, direction)
    ) {strict}`,
  );
  for (const [kind, [users, debits, credits]] of Object.entries(KINDS)) {
    await run(db, `insert into transfer_kind values ('${kind}', '${users}')`);
    for (const name of debits.split(' '))
      await run(db, `insert into posting_rule values ('${kind}', '${name}', -1)`);
    for (const name of credits.split(' '))
      await run(db, `insert into posting_rule values ('${kind}', '${name}', 1)`);
  }
  await makeAppendOnly(db, 'transfer_kind');
  await makeAppendOnly(db, 'posting_rule');
}

async function createBooks(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table account (
      -- The id is path:currency, so one unique key is enough; a second one would race with inserts that skip existing rows.
      id text not null constraint account_pk primary key,
      path text not null,
      currency text not null constraint account_currency check (currency in ('USDT', 'TRX', 'BNB')),
      account_class text not null,
      -- Null for the pool's own accounts; no foreign key, so that a backup can be restored table by table.
      user_id text,
      guarded {integer} not null constraint account_guarded check (guarded in (0, 1)),
      balance_micro {integer} not null,
      constraint account_not_overdrawn check (guarded = 0 or balance_micro >= 0),
      constraint account_bound check (balance_micro between -1000000000000000000 and 1000000000000000000)
    ) {strict}`,
  );
  await run(db, 'create index account_pool_idx on account (currency) where user_id is null');
  await run(
    db,
    "create index account_receivable_idx on account (currency) where account_class = 'user/receivable' and balance_micro <> 0",
  );
  await run(db, 'create index account_user_idx on account (user_id) where user_id is not null');
  await run(
    db,
    `create table transfer (
      id {identity},
      reference text not null constraint transfer_reference unique,
      kind text not null constraint transfer_kind_known references transfer_kind (kind),
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, "create index transfer_funding_idx on transfer (id) where kind = 'reserve-funding'");
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

/** Refuses a posting that its kind does not have, and a second user in a transfer that may touch one. */
async function enforceGrammar(db: AnyDatabase): Promise<void> {
  const direction = 'case when n.amount_micro > 0 then 1 else -1 end';
  if (isSqlite(db)) {
    const row = direction.replace('n.amount_micro', 'new.amount_micro');
    await run(
      db,
      `create trigger posting_grammar before insert on posting when not exists (
        select 1 from transfer t join account a on a.id = new.account_id
        join posting_rule r on r.kind = t.kind and r.account_class = a.account_class and r.direction = ${row}
        where t.id = new.transfer_id)
       begin select raise(abort, 'posting: not in the grammar of transfers'); end`,
    );
    await run(
      db,
      `create trigger posting_users before insert on posting when exists (
        select 1 from transfer t join transfer_kind k on k.kind = t.kind join account a on a.id = new.account_id
        where t.id = new.transfer_id and a.user_id is not null and (k.users = '0' or (k.users = '1' and exists (
          select 1 from posting p join account b on b.id = p.account_id
          where p.transfer_id = new.transfer_id and b.user_id <> a.user_id))))
       begin select raise(abort, 'posting: too many users in a transfer'); end`,
    );
    return;
  }
  await run(
    db,
    `create function posting_grammar() returns trigger language plpgsql as $$
     begin
       if exists (
         select 1 from added n join transfer t on t.id = n.transfer_id join account a on a.id = n.account_id
         left join posting_rule r on r.kind = t.kind and r.account_class = a.account_class and r.direction = ${direction}
         where r.kind is null)
       then raise exception 'posting: not in the grammar of transfers'; end if;
       if exists (
         select 1 from added n join transfer t on t.id = n.transfer_id join transfer_kind k on k.kind = t.kind
         join account a on a.id = n.account_id
         where a.user_id is not null and (k.users = '0' or (k.users = '1' and exists (
           select 1 from posting p join account b on b.id = p.account_id
           where p.transfer_id = n.transfer_id and b.user_id <> a.user_id))))
       then raise exception 'posting: too many users in a transfer'; end if;
       return null;
     end $$`,
  );
  await run(
    db,
    `create trigger posting_grammar after insert on posting referencing new table as added
     for each statement execute function posting_grammar()`,
  );
}
