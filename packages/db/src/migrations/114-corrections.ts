// A difference between books and chain that stays can be booked: two admins, a reason, and a public transfer.
import { type AnyDatabase, run } from './helpers.ts';

/** Account classes debited and credited. */
const KINDS = {
  'shortage-write-off': ['pool/networkFees', 'chain/custody'],
  'surplus-booking': ['chain/custody', 'pool/ownFunds'],
} as const;

export async function up(db: AnyDatabase): Promise<void> {
  for (const [kind, [debited, credited]] of Object.entries(KINDS)) {
    await run(db, `insert into transfer_kind values ('${kind}', '0')`);
    await run(db, `insert into posting_rule values ('${kind}', '${debited}', -1)`);
    await run(db, `insert into posting_rule values ('${kind}', '${credited}', 1)`);
  }
  await run(
    db,
    `create table book_correction (
      id text not null constraint book_correction_pk primary key,
      currency text not null constraint book_correction_currency check (currency in ('USDT', 'TRX', 'BNB')),
      -- difference in the chain's smallest units; below zero when the chain holds less than the books say
      units text not null,
      reason text not null,
      state text not null constraint book_correction_state check (state in ('open', 'booked', 'rejected')),
      proposed_by text not null constraint book_correction_admin references "user" (id),
      decided_by text constraint book_correction_decider references "user" (id),
      -- part below a micro-unit that the books took over; 0 until booked
      dust_units {integer} not null default 0 constraint book_correction_dust check (dust_units >= 0),
      created_at {integer} not null,
      decided_at {integer},
      constraint book_correction_second_admin check (state <> 'booked' or decided_by <> proposed_by)
    ) {strict}`,
  );
  await run(
    db,
    "create unique index book_correction_one_open on book_correction (currency) where state = 'open'",
  );
}
