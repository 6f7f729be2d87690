// Passkeys of users (WebAuthn Level 3), and the challenges that they have answered.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table passkey (
      id text not null constraint passkey_pk primary key,
      user_id text not null constraint passkey_user references "user" (id),
      -- base64url, as the browser writes it
      credential_id text not null constraint passkey_credential unique,
      public_key text not null,
      -- the signature counter; stays 0 with passkeys that are kept on several devices
      sign_count {integer} not null constraint passkey_sign_count check (sign_count >= 0),
      -- JSON: how browsers reach it
      transports text not null,
      name text not null,
      created_at {integer} not null,
      last_used_at {integer},
      -- when its counter went back; from then on it is refused
      copied_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index passkey_user_idx on passkey (user_id)');
  await run(
    db,
    `create table passkey_answer (
      challenge_hash text not null constraint passkey_answer_pk primary key,
      user_id text not null constraint passkey_answer_user references "user" (id),
      answered_at {integer} not null,
      -- of an answer given in a session: when an action used it
      used_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index passkey_answer_over_idx on passkey_answer (answered_at)');
  await run(db, 'create index passkey_answer_open_idx on passkey_answer (user_id) where used_at is null');
}
