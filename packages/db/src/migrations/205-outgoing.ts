// Signed transactions, their fees, and sweeps.
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await createOutgoing(db);
  await createFees(db);
  await createSweeps(db);
}

async function createOutgoing(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table outgoing_transaction (
      tx_hash text not null constraint outgoing_transaction_pk primary key,
      network text not null,
      -- Purpose of the transaction: id of a withdrawal, or step of a sweep.
      subject text not null,
      sender text not null,
      nonce {integer},
      expires_at {integer},
      raw text not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index outgoing_transaction_subject_idx on outgoing_transaction (subject)');
  // Verifiers ask what left the addresses of the pool since a snapshot.
  await run(db, 'create index outgoing_transaction_created_idx on outgoing_transaction (created_at)');
  await makeAppendOnly(db, 'outgoing_transaction');
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
  // A restore takes over what was signed after the backup for sweeps and anchors, and follows it until the chain has decided.
  await run(
    db,
    `create table adopted_subject (
      subject text not null constraint adopted_subject_pk primary key,
      network text not null constraint adopted_subject_network check (network in ('BSC', 'TRON'))
    ) {strict}`,
  );
  // The most that the network may take for what is signed and not final: own funds that are spoken for.
  await run(
    db,
    `create table committed_fee (
      subject text not null constraint committed_fee_pk primary key,
      currency text not null constraint committed_fee_currency check (currency in ('TRX', 'BNB')),
      amount_micro {integer} not null constraint committed_fee_amount check (amount_micro >= 0)
    ) {strict}`,
  );
}

async function createFees(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table network_fee (
      network text not null,
      tx_hash text not null,
      currency text not null,
      amount_micro {integer} not null constraint network_fee_amount check (amount_micro >= 0),
      dust_units {integer} not null constraint network_fee_dust check (dust_units >= 0),
      block_height {integer} not null,
      created_at {integer} not null,
      constraint network_fee_pk primary key (network, tx_hash)
    ) {strict}`,
  );
  await makeAppendOnly(db, 'network_fee');
  // Gas that someone sent to the hot wallet: found as a difference, since a coin transfer leaves no event.
  await run(
    db,
    `create table gas_top_up (
      id {identity},
      currency text not null,
      amount_micro {integer} not null,
      dust_units {integer} not null constraint gas_top_up_dust check (dust_units >= 0),
      created_at {integer} not null
    ) {strict}`,
  );
  await makeAppendOnly(db, 'gas_top_up');
}

async function createSweeps(db: AnyDatabase): Promise<void> {
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
      -- Amount found when the sweep was planned; the moved amount once it is signed.
      amount_micro {integer} not null constraint sweep_item_amount check (amount_micro >= 0),
      dust_units {integer} not null constraint sweep_item_dust check (dust_units >= 0),
      state text not null constraint sweep_item_state check (state in ('waiting', 'topping-up', 'moving', 'swept', 'skipped')),
      -- Reason why a waiting address waits.
      waiting_for text constraint sweep_item_waiting_for check (waiting_for in ('gas')),
      attempt {integer} not null,
      -- Reason why the address was skipped.
      reason text,
      tx_hash text,
      -- Height up to which deposits are part of the moved amount.
      read_height {integer} not null,
      -- 1 until coins left over from a fee are returned to the hot wallet.
      returns_gas {integer} not null default 0,
      updated_at {integer} not null,
      constraint sweep_item_once unique (sweep_id, address)
    ) {strict}`,
  );
  await run(
    db,
    "create index sweep_item_open_idx on sweep_item (network, state, derivation_index) where state in ('waiting', 'topping-up', 'moving') or returns_gas = 1",
  );
}
