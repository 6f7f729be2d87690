// Scanner positions, deposits, and withdrawals with their states.
import { type AnyDatabase, isSqlite, makeAppendOnly, run } from './helpers.ts';

const TRANSITIONS = [
  ['requested', 'reviewing'],
  ['requested', 'approved'],
  ['reviewing', 'approved'],
  ['reviewing', 'rejected'],
  ['reviewing', 'cancelled'],
  ['approved', 'signed'],
  ['approved', 'rejected'],
  ['approved', 'cancelled'],
  ['signed', 'broadcast'],
  ['signed', 'failed'],
  ['broadcast', 'confirmed'],
  ['broadcast', 'failed'],
] as const;
const STATES =
  "('requested', 'reviewing', 'approved', 'signed', 'broadcast', 'confirmed', 'rejected', 'cancelled', 'failed')";

export async function up(db: AnyDatabase): Promise<void> {
  await createScannerTables(db);
  await createDeposits(db);
  await createWithdrawals(db);
  await enforceTransitions(db);
  // One index per currency, for a filter that names it: an index that begins with the currency would be used for other queries too.
  for (const table of ['deposit', 'withdrawal'])
    for (const currency of ['USDT', 'TRX'])
      await run(
        db,
        `create index ${table}_${currency.toLowerCase()}_idx on ${table} (created_at, id) where currency = '${currency}'`,
      );
}

async function createScannerTables(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table chain_status (
      network text not null constraint chain_status_pk primary key,
      scanned_height {integer} not null,
      head_height {integer} not null,
      finalized_height {integer} not null,
      seen_at {integer} not null,
      head_time {integer} not null default 0,
      -- Start of the time in which the node lags; null while it does not.
      behind_since {integer},
      -- Start of the time without a new final block; null while blocks become final.
      finality_stalled_since {integer},
      -- Start of the time in which the node was on a network that is not allowed; null while it is on an allowed one.
      refused_since {integer},
      -- Credited deposits above this height are checked again after final blocks were replaced; null otherwise.
      recheck_from {integer}
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
  // Transactions that the scanner passed over, because their form is not known.
  await run(
    db,
    `create table unreadable_transaction (
      network text not null,
      tx_hash text not null,
      block_height {integer} not null,
      created_at {integer} not null,
      constraint unreadable_transaction_pk primary key (network, tx_hash)
    ) {strict}`,
  );
  await run(db, 'create index unreadable_transaction_time_idx on unreadable_transaction (created_at)');
  // Transfers to our addresses that are kept out of the books: too large for an account, or at an address that no key moves.
  await run(
    db,
    `create table quarantined_transfer (
      network text not null constraint quarantined_transfer_network check (network in ('BSC', 'TRON')),
      tx_hash text not null,
      log_index {integer} not null,
      currency text not null constraint quarantined_transfer_currency check (currency in ('USDT', 'TRX')),
      address text not null,
      -- In the chain's smallest units, as decimal text: it may not fit into 64 bits.
      units text not null,
      block_height {integer} not null,
      reason text not null constraint quarantined_transfer_reason check (reason in ('too-large', 'unmovable')),
      created_at {integer} not null,
      constraint quarantined_transfer_pk primary key (network, tx_hash, log_index)
    ) {strict}`,
  );
  await run(db, 'create index quarantined_transfer_time_idx on quarantined_transfer (created_at)');
  await run(
    db,
    'create index quarantined_transfer_currency_idx on quarantined_transfer (currency, created_at)',
  );
}

async function createDeposits(db: AnyDatabase): Promise<void> {
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
      sender text,
      amount_micro {integer} not null constraint deposit_amount check (amount_micro >= 0),
      dust_units {integer} not null constraint deposit_dust check (dust_units >= 0),
      state text not null constraint deposit_state check (state in ('confirming', 'credited')),
      created_at {integer} not null,
      credited_at {integer},
      -- Time at which a reorganization removed a credited deposit.
      reversed_at {integer},
      -- Number of reversals; each has its own transfer reference.
      reversals {integer} not null default 0,
      -- Time at which an admin attributed the deposit to a user.
      attributed_at {integer},
      constraint deposit_event unique (network, tx_hash, log_index)
    ) {strict}`,
  );
  await run(db, 'create index deposit_user_idx on deposit (user_id, created_at)');
  await run(db, 'create index deposit_feed_idx on deposit (created_at, id)');
  await run(
    db,
    'create index deposit_public_idx on deposit (created_at, id) where user_id is not null and amount_micro > 0',
  );
  await run(
    db,
    "create index deposit_confirming_idx on deposit (network, block_height) where state = 'confirming'",
  );
  await run(
    db,
    'create index deposit_reversed_idx on deposit (network, block_height) where reversed_at is not null',
  );
  // For the day on which a chain replaces blocks that it called final.
  await run(
    db,
    "create index deposit_credited_idx on deposit (network, block_height) where state = 'credited' and reversed_at is null",
  );
  await run(db, 'create index deposit_unmatched_idx on deposit (created_at, id) where user_id is null');
  await run(db, 'create index deposit_address_idx on deposit (address, created_at)');
}

async function createWithdrawals(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table withdrawal (
      id text not null constraint withdrawal_pk primary key,
      user_id text not null constraint withdrawal_user references "user" (id),
      -- Owner of the money: a user, or the operator with own funds in the hot wallet.
      source text not null constraint withdrawal_source check (source in ('user', 'operator')),
      network text not null constraint withdrawal_network check (network in ('BSC', 'TRON')),
      currency text not null constraint withdrawal_currency check (currency in ('USDT', 'TRX')),
      address text not null,
      amount_micro {integer} not null constraint withdrawal_amount check (amount_micro > 0),
      fee_micro {integer} not null constraint withdrawal_fee check (fee_micro >= 0),
      state text not null constraint withdrawal_state check (state in ${STATES}),
      waiting_for text constraint withdrawal_waiting_for
        check (waiting_for in ('hot-wallet-tokens', 'gas', 'cap', 'check', 'locked', 'chain', 'snapshot')),
      -- Time of the last attempt that had to wait, so that every withdrawal is tried once before any is tried twice.
      tried_at {integer} not null default 0,
      reason text,
      tx_hash text,
      created_at {integer} not null,
      approved_at {integer},
      updated_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index withdrawal_user_idx on withdrawal (user_id, created_at)');
  await run(db, 'create index withdrawal_feed_idx on withdrawal (created_at, id)');
  await run(
    db,
    "create index withdrawal_open_idx on withdrawal (network, state, created_at) where state in ('requested', 'reviewing', 'approved', 'signed', 'broadcast')",
  );
  await run(
    db,
    "create index withdrawal_open_time_idx on withdrawal (created_at, id) where state in ('requested', 'reviewing', 'approved', 'signed', 'broadcast')",
  );
  await run(
    db,
    "create index withdrawal_public_idx on withdrawal (created_at, id) where state = 'confirmed' and source = 'user'",
  );
  await run(db, 'create index withdrawal_address_idx on withdrawal (address, created_at)');
  await run(db, 'create index withdrawal_hash_idx on withdrawal (tx_hash) where tx_hash is not null');
  await run(
    db,
    "create index withdrawal_unpaid_idx on withdrawal (created_at, id) where state in ('rejected', 'cancelled', 'failed')",
  );
  await createWithdrawalEvents(db);
}

async function createWithdrawalEvents(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table withdrawal_event (
      withdrawal_id text not null constraint withdrawal_event_withdrawal references withdrawal (id),
      to_state text not null constraint withdrawal_event_state check (to_state in ${STATES}),
      evidence text not null,
      created_at {integer} not null,
      constraint withdrawal_event_pk primary key (withdrawal_id, to_state)
    ) {strict}`,
  );
  await makeAppendOnly(db, 'withdrawal_event');
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
  for (const [from, to] of TRANSITIONS)
    await run(db, `insert into withdrawal_transition values ('${from}', '${to}')`);
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
