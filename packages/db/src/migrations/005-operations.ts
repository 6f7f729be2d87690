// What lets several processes work on one database, and what the program remembers between starts.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table worker_lease (
      worker text not null constraint worker_lease_pk primary key,
      holder text not null,
      fencing_token {integer} not null,
      expires_at {integer} not null
    ) {strict}`,
  );
  await run(
    db,
    `create table idempotency_key (
      user_id text not null constraint idempotency_key_user references "user" (id),
      operation text not null,
      request_key text not null,
      request_hash text not null,
      result_id text not null,
      created_at {integer} not null,
      constraint idempotency_key_pk primary key (user_id, operation, request_key)
    ) {strict}`,
  );
  await run(
    db,
    `create table counter (
      name text not null constraint counter_pk primary key,
      value {integer} not null
    ) {strict}`,
  );
  await run(
    db,
    `create table setting (
      name text not null constraint setting_pk primary key,
      value text not null
    ) {strict}`,
  );
}
