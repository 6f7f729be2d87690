// One row, with its state, for each thing that the pool signs (packages/pool/src/outgoing). The states were spread over the tables of
// withdrawals, sweeps and snapshots before, and over the fees of their transactions. Not safe while an older version runs: that one can sign
// nothing any more, for two tables that it reads are gone.
import { type AnyDatabase, isSqlite, makeAppendOnly, run } from './helpers.ts';

const PURPOSES = "('withdrawal', 'sweep', 'sweep-gas', 'gas-return', 'anchor', 'anchor-gas')";
const STATES = "('open', 'paid', 'failed', 'dropped', 'watched', 'late', 'lost', 'returned')";
const TRANSITIONS: readonly (readonly [string, string])[] = [
  ['open', 'paid'],
  ['open', 'failed'],
  ['open', 'dropped'],
  ['open', 'lost'],
  ['paid', 'open'],
  ['failed', 'open'],
  ['failed', 'watched'],
  ['dropped', 'open'],
  ['dropped', 'watched'],
  ['watched', 'late'],
  ['watched', 'failed'],
  ['watched', 'dropped'],
  ['late', 'watched'],
  ['lost', 'open'],
  ['lost', 'returned'],
  ['returned', 'watched'],
];

/** A withdrawal that was given back, and that replaced blocks carried out after all (docs/books.md). */
const LATE = [
  ['withdrawal-late', '1', ['user/receivable -1', 'user/receivable 1', 'user/withdrawable 1']],
  ['operator-withdrawal-late', '0', ['pool/ownFunds -1', 'pool/ownFunds 1']],
] as const;

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table outgoing (
      -- Subject of its transactions.
      id text not null constraint outgoing_pk primary key,
      network text not null constraint outgoing_network check (network in ('BSC', 'TRON')),
      purpose text not null constraint outgoing_purpose check (purpose in ${PURPOSES}),
      state text not null constraint outgoing_state check (state in ${STATES}),
      tx_hash text,
      block_height {integer},
      -- Own funds that are spoken for while it is open.
      fee_micro {integer} not null constraint outgoing_fee check (fee_micro >= 0),
      created_at {integer} not null,
      sent_at {integer},
      paid_at {integer},
      decided_at {integer},
      reopened_at {integer},
      -- What the chain had said before it replaced the block of the decision.
      former_state text,
      former_tx_hash text,
      former_block_height {integer},
      asked_at {integer} not null default 0,
      constraint outgoing_free check (fee_micro = 0 or state in ('open', 'watched'))
    ) {strict}`,
  );
  await enforceTransitions(db);
  await fill(db);
  await run(
    db,
    "create index outgoing_open_idx on outgoing (network, asked_at, created_at) where state in ('open', 'watched')",
  );
  await run(
    db,
    'create index outgoing_height_idx on outgoing (network, block_height) where block_height is not null',
  );
  await run(db, 'create index outgoing_reopened_idx on outgoing (reopened_at) where reopened_at is not null');
  await run(db, 'create index outgoing_former_idx on outgoing (reopened_at) where former_state is not null');
  await run(db, "create index outgoing_lost_idx on outgoing (id) where state = 'lost'");
  await run(db, "alter table reconciliation add column lost_units text not null default '0'");
  for (const [kind, users, owners] of LATE) {
    await run(db, `insert into transfer_kind values ('${kind}', '${users}')`);
    for (const rule of [...owners, 'chain/custody -1', 'chain/custody 1']) {
      const [name, side] = rule.split(' ');
      await run(db, `insert into posting_rule values ('${kind}', '${name}', ${side})`);
    }
  }
  await run(db, 'drop table adopted_subject');
  await run(db, 'drop table committed_fee');
  await run(db, 'drop index network_fee_height_idx');
}

async function enforceTransitions(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table outgoing_transition (
      from_state text not null,
      to_state text not null,
      constraint outgoing_transition_pk primary key (from_state, to_state)
    ) {strict}`,
  );
  for (const [from, to] of TRANSITIONS)
    await run(db, `insert into outgoing_transition values ('${from}', '${to}')`);
  await makeAppendOnly(db, 'outgoing_transition');
  const illegal = `old.state <> new.state and not exists (
    select 1 from outgoing_transition where from_state = old.state and to_state = new.state)`;
  if (isSqlite(db)) {
    await run(
      db,
      `create trigger outgoing_legal_transition before update of state on outgoing when ${illegal}
       begin select raise(abort, 'outgoing: illegal transition of state'); end`,
    );
    return;
  }
  await run(
    db,
    `create function outgoing_legal_transition() returns trigger language plpgsql as $$
     begin
       if ${illegal} then raise exception 'outgoing: illegal transition of state'; end if;
       return new;
     end $$`,
  );
  await run(
    db,
    `create trigger outgoing_legal_transition before update on outgoing
     for each row execute function outgoing_legal_transition()`,
  );
}

/** The newest transaction of a subject that a block has, or had: it tells a state that is not stored. */
const MINED = `select sent.subject, max(fee.block_height) as block_height, max(fee.succeeded) as succeeded,
    coalesce(max(case when fee.succeeded = 1 then fee.tx_hash end), max(fee.tx_hash)) as tx_hash
  from outgoing_transaction sent join network_fee fee on fee.network = sent.network and fee.tx_hash = sent.tx_hash
  group by sent.subject`;
const SIGNED = `select subject, network, min(created_at) as created_at, min(sender) as sender
  from outgoing_transaction where subject not like '%/void' group by subject, network`;
/** True for what a restore or replaced blocks left to be decided. */
const FOLLOWED = `exists (select 1 from adopted_subject where subject in (signed.subject, signed.subject || '/void'))`;
/** True for a payment that was final once, though it may have gone back to its payer. */
const PAID_ONCE = `exists (select 1 from withdrawal_event event where event.withdrawal_id = signed.subject and event.to_state = 'confirmed')`;
const DECIDED = "case mined.succeeded when 1 then 'paid' when 0 then 'failed' else 'dropped' end";
const ITEM =
  "left join sweep_item item on item.id = substr(signed.subject, 1, 30) where signed.subject like 'swi\\_%' escape '\\'";

/** Names the transaction of a payment that the database never had the bytes of: of an older copy, at the nonce of one that it signed. */
const PAID_ELSEWHERE = `update outgoing set
    tx_hash = (select withdrawal.tx_hash from withdrawal where withdrawal.id = outgoing.id),
    block_height = (select fee.block_height from withdrawal
      join network_fee fee on fee.network = withdrawal.network and fee.tx_hash = withdrawal.tx_hash
      where withdrawal.id = outgoing.id)
  where purpose = 'withdrawal' and state = 'paid' and tx_hash is null`;

interface Filling {
  readonly purpose: string;
  readonly state: string;
  /** True for what is signed and was never sent. */
  readonly isUnsent?: string;
  readonly wasPaid?: string;
  /** Joins and conditions. */
  readonly of: string;
}

const FILLINGS: readonly Filling[] = [
  {
    purpose: "'withdrawal'",
    state: `case when withdrawal.state in ('signed', 'broadcast') then 'open'
      when withdrawal.state = 'confirmed' then case when ${FOLLOWED} then 'open' else 'paid' end
      when ${FOLLOWED} then 'watched' when ${PAID_ONCE} then 'returned'
      when mined.subject is not null then 'failed' else 'dropped' end`,
    isUnsent: "withdrawal.state = 'signed'",
    wasPaid: PAID_ONCE,
    of: "join withdrawal on withdrawal.id = signed.subject where withdrawal.state in ('signed', 'broadcast', 'confirmed', 'failed')",
  },
  {
    purpose:
      "case when exists (select 1 from wallet where wallet.address = signed.sender and derivation_index = 0) then 'sweep-gas' else 'sweep' end",
    state: `case when ${FOLLOWED} or (item.state in ('topping-up', 'moving') and signed.subject = item.id || '/' || item.attempt)
      then 'open' else ${DECIDED} end`,
    of: `${ITEM} and signed.subject not like '%/gas'`,
  },
  {
    purpose: "'gas-return'",
    state: `case when ${FOLLOWED} or item.returns_gas = 1 then 'open' else ${DECIDED} end`,
    of: `${ITEM} and signed.subject like '%/gas'`,
  },
  {
    purpose: "case when signed.subject like '%/gas/%' then 'anchor-gas' else 'anchor' end",
    state: `case when ${FOLLOWED} or (mined.subject is null and exists (select 1 from snapshot where anchored_at is null
      and (signed.subject = 'snapshot/' || number or signed.subject like 'snapshot/' || number || '/gas/%')))
      then 'open' else ${DECIDED} end`,
    of: "where signed.subject like 'snapshot/%'",
  },
];

/** Adds a row for everything that was signed, in the state that the other tables show. */
async function fill(db: AnyDatabase): Promise<void> {
  const isOpen = "state in ('open', 'watched')";
  for (const { purpose, state, isUnsent = 'false', wasPaid = 'mined.succeeded = 1', of } of FILLINGS)
    await run(
      db,
      `insert into outgoing (id, network, purpose, state, tx_hash, block_height, fee_micro, created_at, sent_at, paid_at, decided_at, reopened_at)
       select id, network, purpose, state, tx_hash, block_height, case when ${isOpen} then fee_micro else 0 end, created_at,
         case when is_unsent then null else created_at end, case when was_paid then created_at end,
         case when ${isOpen} then null else created_at end, case when is_followed then created_at end
       from (select signed.subject as id, signed.network, ${purpose} as purpose, ${state} as state, mined.tx_hash, mined.block_height,
           coalesce(fee.amount_micro, 0) as fee_micro, signed.created_at, ${isUnsent} as is_unsent, ${wasPaid} as was_paid, ${FOLLOWED} as is_followed
         from (${SIGNED}) signed left join (${MINED}) mined on mined.subject = signed.subject
         left join committed_fee fee on fee.subject = signed.subject ${of}) filled`,
    );
  await run(db, PAID_ELSEWHERE);
}
