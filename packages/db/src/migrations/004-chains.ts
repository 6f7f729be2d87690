// What the chains tell (scanner, deposits) and what is sent to them (withdrawals, signed transactions): decisions.md 4 and 5.
import { type AnyDatabase, isSqlite, makeAppendOnly, run } from './helpers.ts';

const TRANSITIONS = [
  ['requested', 'reviewing'],
  ['requested', 'approved'],
  ['reviewing', 'approved'],
  ['reviewing', 'rejected'],
  ['approved', 'signed'],
  ['approved', 'rejected'],
  ['signed', 'broadcast'],
  ['signed', 'failed'],
  ['broadcast', 'confirmed'],
  ['broadcast', 'failed'],
] as const;

export async function up(db: AnyDatabase): Promise<void> {
  await createScannerTables(db);
  await createDepositTable(db);
  await createWithdrawalTables(db);
  await enforceTransitions(db);
}

async function createScannerTables(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table chain_status (
      network text not null constraint chain_status_pk primary key,
      scanned_height {integer} not null,
      head_height {integer} not null,
      finalized_height {integer} not null,
      seen_at {integer} not null
    ) {strict}`,
  );
  await run(
    db,
    `create table scanned_block (
      network text not null,
      height {integer} not null,
      hash text not null,
      constraint scanned_block_pk primary key (network, height)
    ) {strict}`,
  );
}

async function createDepositTable(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table deposit (
      id text not null constraint deposit_pk primary key,
      network text not null constraint deposit_network check (network in ('BSC', 'TRON')),
      currency text not null constraint deposit_currency check (currency in ('USDT', 'TRX')),
      tx_hash text not null,
      log_index {integer} not null,
      block_height {integer} not null,
      block_hash text not null,
      address text not null constraint deposit_wallet references wallet (address),
      user_id text constraint deposit_user references "user" (id),
      amount_micro {integer} not null constraint deposit_amount check (amount_micro >= 0),
      dust_units {integer} not null constraint deposit_dust check (dust_units >= 0),
      state text not null constraint deposit_state check (state in ('confirming', 'credited')),
      created_at {integer} not null,
      credited_at {integer},
      constraint deposit_event unique (network, tx_hash, log_index)
    ) {strict}`,
  );
  await run(db, 'create index deposit_user_idx on deposit (user_id, created_at)');
  await run(db, 'create index deposit_time_idx on deposit (created_at)');
  await run(
    db,
    "create index deposit_confirming_idx on deposit (network, block_height) where state = 'confirming'",
  );
}

async function createWithdrawalTables(db: AnyDatabase): Promise<void> {
  const states =
    "('requested', 'reviewing', 'approved', 'signed', 'broadcast', 'confirmed', 'rejected', 'failed')";
  await run(
    db,
    `create table withdrawal (
      id text not null constraint withdrawal_pk primary key,
      user_id text not null constraint withdrawal_user references "user" (id),
      network text not null constraint withdrawal_network check (network in ('BSC', 'TRON')),
      currency text not null constraint withdrawal_currency check (currency in ('USDT', 'TRX')),
      address text not null,
      amount_micro {integer} not null constraint withdrawal_amount check (amount_micro > 0),
      fee_micro {integer} not null constraint withdrawal_fee check (fee_micro >= 0),
      state text not null constraint withdrawal_state check (state in ${states}),
      waiting_for text,
      reason text,
      tx_hash text,
      created_at {integer} not null,
      updated_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index withdrawal_user_idx on withdrawal (user_id, created_at)');
  await run(db, 'create index withdrawal_time_idx on withdrawal (created_at)');
  await run(
    db,
    "create index withdrawal_open_idx on withdrawal (network, state, created_at) where state in ('approved', 'signed', 'broadcast')",
  );
  await run(
    db,
    `create table withdrawal_event (
      withdrawal_id text not null constraint withdrawal_event_withdrawal references withdrawal (id),
      to_state text not null constraint withdrawal_event_state check (to_state in ${states}),
      evidence text not null,
      created_at {integer} not null,
      constraint withdrawal_event_pk primary key (withdrawal_id, to_state)
    ) {strict}`,
  );
  await makeAppendOnly(db, 'withdrawal_event');
  await run(
    db,
    `create table signed_transaction (
      tx_hash text not null constraint signed_transaction_pk primary key,
      network text not null,
      withdrawal_id text not null constraint signed_transaction_withdrawal references withdrawal (id),
      sender text not null,
      nonce {integer},
      expires_at {integer},
      raw text not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index signed_transaction_withdrawal_idx on signed_transaction (withdrawal_id)');
  await makeAppendOnly(db, 'signed_transaction');
  // All transactions of one nonce belong to one withdrawal, whichever of them the chain takes.
  await run(
    db,
    `create table used_nonce (
      network text not null,
      sender text not null,
      nonce {integer} not null,
      withdrawal_id text not null constraint used_nonce_withdrawal references withdrawal (id),
      constraint used_nonce_pk primary key (network, sender, nonce),
      constraint used_nonce_once unique (withdrawal_id)
    ) {strict}`,
  );
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
  // Gas that somebody sent to the treasury: seen as a difference, since a coin transfer leaves no event.
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

async function enforceTransitions(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table withdrawal_transition (
      from_state text not null,
      to_state text not null,
      constraint withdrawal_transition_pk primary key (from_state, to_state)
    ) {strict}`,
  );
  for (const [from, to] of TRANSITIONS) {
    await run(db, `insert into withdrawal_transition values ('${from}', '${to}')`);
  }
  await makeAppendOnly(db, 'withdrawal_transition');
  const illegal = `old.state <> new.state and not exists (
    select 1 from withdrawal_transition where from_state = old.state and to_state = new.state)`;
  if (isSqlite(db)) {
    await run(
      db,
      `create trigger withdrawal_legal_transition before update of state on withdrawal when ${illegal}
       begin select raise(abort, 'withdrawal: illegal transition of state'); end`,
    );
    return;
  }
  await run(
    db,
    `create function withdrawal_legal_transition() returns trigger language plpgsql as $$
     begin
       if ${illegal} then raise exception 'withdrawal: illegal transition of state'; end if;
       return new;
     end $$`,
  );
  await run(
    db,
    `create trigger withdrawal_legal_transition before update on withdrawal
     for each row execute function withdrawal_legal_transition()`,
  );
}
