// Everything that the pool signs, not withdrawals alone: sweeps of deposit addresses and the gas that they need, and the
// operator's own withdrawals (decisions.md 6). The two tables of signed things are made anew with a subject in the place of the
// withdrawal; their rows are kept. Not safe while the version before it runs. The copies are as long as the number of
// withdrawals ever sent: a million take seconds.
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await generaliseSignedTransactions(db);
  await generaliseNonces(db);
  await run(
    db,
    `alter table withdrawal add column source text not null default 'user'
      constraint withdrawal_source check (source in ('user', 'treasury'))`,
  );
  await createSweepTables(db);
  await markAddressesToSweep(db);
  await indexFeeds(db);
}

async function generaliseSignedTransactions(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table outgoing_transaction (
      tx_hash text not null constraint outgoing_transaction_pk primary key,
      network text not null,
      -- what it carries out: the id of a withdrawal, or a step of a sweep
      subject text not null,
      sender text not null,
      nonce {integer},
      expires_at {integer},
      raw text not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(
    db,
    `insert into outgoing_transaction
      select tx_hash, network, withdrawal_id, sender, nonce, expires_at, raw, created_at from signed_transaction`,
  );
  await run(db, 'drop table signed_transaction');
  await run(db, 'create index outgoing_transaction_subject_idx on outgoing_transaction (subject)');
  await makeAppendOnly(db, 'outgoing_transaction');
}

async function generaliseNonces(db: AnyDatabase): Promise<void> {
  // All transactions of one nonce belong to one subject, whichever of them the chain takes.
  await run(
    db,
    `create table outgoing_nonce (
      network text not null,
      sender text not null,
      nonce {integer} not null,
      subject text not null,
      constraint outgoing_nonce_pk primary key (network, sender, nonce),
      constraint outgoing_nonce_once unique (subject)
    ) {strict}`,
  );
  await run(db, 'insert into outgoing_nonce select network, sender, nonce, withdrawal_id from used_nonce');
  await run(db, 'drop table used_nonce');
}

async function createSweepTables(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table sweep (
      id text not null constraint sweep_pk primary key,
      requested_by text not null constraint sweep_admin references "user" (id),
      state text not null constraint sweep_state check (state in ('running', 'done')),
      created_at {integer} not null,
      finished_at {integer}
    ) {strict}`,
  );
  await run(db, "create unique index sweep_one_running on sweep (state) where state = 'running'");
  await run(db, 'create index sweep_time_idx on sweep (created_at)');
  await run(
    db,
    `create table sweep_item (
      id text not null constraint sweep_item_pk primary key,
      sweep_id text not null constraint sweep_item_sweep references sweep (id),
      network text not null,
      derivation_index {integer} not null,
      address text not null constraint sweep_item_wallet references wallet (address),
      currency text not null,
      -- what was found when the sweep was planned; what was moved once it is signed
      amount_micro {integer} not null constraint sweep_item_amount check (amount_micro >= 0),
      dust_units {integer} not null constraint sweep_item_dust check (dust_units >= 0),
      state text not null constraint sweep_item_state check (state in ('waiting', 'topping-up', 'moving', 'swept', 'skipped')),
      attempt {integer} not null,
      -- why it was skipped
      reason text,
      tx_hash text,
      -- deposits up to this block are in what was moved
      read_height {integer} not null,
      updated_at {integer} not null,
      constraint sweep_item_once unique (sweep_id, address)
    ) {strict}`,
  );
  await run(
    db,
    "create index sweep_item_open_idx on sweep_item (network, state) where state in ('waiting', 'topping-up', 'moving')",
  );
}

async function markAddressesToSweep(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table wallet add column last_deposit_height {integer} not null default 0');
  await run(db, 'alter table wallet add column swept_height {integer} not null default 0');
  // 1 for an address that coins for fees were sent to; some of them may be left there.
  await run(db, 'alter table wallet add column has_gas {integer} not null default 0');
  await run(
    db,
    `update wallet set last_deposit_height = coalesce(
      (select max(block_height) from deposit where deposit.address = wallet.address), 0)`,
  );
  await run(
    db,
    'create index wallet_to_sweep_idx on wallet (network, derivation_index) where last_deposit_height > swept_height',
  );
}

/** Newest first, page by page, out of an index alone: what the back office's history is merged from. */
async function indexFeeds(db: AnyDatabase): Promise<void> {
  await run(db, 'drop index deposit_time_idx');
  await run(db, 'create index deposit_feed_idx on deposit (created_at, id)');
  await run(db, 'create index withdrawal_feed_idx on withdrawal (created_at, id)');
  await run(db, 'drop index withdrawal_time_idx');
  await run(db, 'create index referral_transfer_feed_idx on referral_transfer (created_at, id)');
  await run(db, 'create index investment_feed_idx on investment (created_at, id)');
  await run(db, 'drop index reward_run_time_idx');
  await run(db, 'create index reward_run_feed_idx on reward_run (run_at, id)');
  // The few accounts that may go below zero, without reading those of every user.
  await run(db, 'create index account_unguarded_idx on account (currency, path) where guarded = 0');
  await run(db, 'create index user_time_idx on "user" (created_at, id)');
  await run(
    db,
    "create index withdrawal_review_idx on withdrawal (created_at, id) where state = 'reviewing'",
  );
}
