// A chain whose node was refused is not passed off as slow or silent, and mail that cannot be delivered ends.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // Start of the time in which its node was on a network that the pool must not touch; null while it is not.
  await run(db, 'alter table chain_status add column refused_since {integer}');
  // Codes and links: after this time the mail is not delivered any more.
  await run(db, 'alter table mail add column expires_at {integer}');
  await run(db, 'alter table mail add column given_up_at {integer}');
  // Last answer of the mail server, or the reason for which the mail was given up.
  await run(db, 'alter table mail add column failure text');
  await run(db, 'drop index mail_unsent_idx');
  await run(
    db,
    'create index mail_waiting_idx on mail (next_try_at) where sent_at is null and given_up_at is null',
  );
  await run(db, 'create index mail_given_up_idx on mail (given_up_at) where given_up_at is not null');
}
