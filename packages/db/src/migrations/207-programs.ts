// API keys, withdrawal allowlists and webhooks of users.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await createKeysAndAllowlist(db);
  await createWebhooks(db);
  await createWebhookQueue(db);
}

async function createKeysAndAllowlist(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table api_key (
      id text not null constraint api_key_pk primary key,
      user_id text not null constraint api_key_user references "user" (id),
      name text not null,
      scope text not null constraint api_key_scope check (scope in ('read', 'withdraw')),
      key_hash text not null constraint api_key_hash unique,
      hint text not null,
      created_at {integer} not null,
      last_used_at {integer},
      revoked_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index api_key_user_idx on api_key (user_id)');
  await run(
    db,
    `create table allowlist_entry (
      id text not null constraint allowlist_entry_pk primary key,
      user_id text not null constraint allowlist_entry_user references "user" (id),
      currency text not null constraint allowlist_entry_currency check (currency in ('USDT', 'TRX')),
      address text not null,
      label text not null,
      created_at {integer} not null,
      usable_at {integer} not null,
      removed_at {integer}
    ) {strict}`,
  );
  await run(
    db,
    'create unique index allowlist_entry_address_idx on allowlist_entry (user_id, currency, address) where removed_at is null',
  );
}

async function createWebhooks(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table webhook (
      id text not null constraint webhook_pk primary key,
      user_id text not null constraint webhook_user references "user" (id),
      url text not null,
      secret_box text not null,
      created_at {integer} not null,
      removed_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index webhook_user_idx on webhook (user_id) where removed_at is null');
  await run(
    db,
    `create table webhook_delivery (
      id text not null constraint webhook_delivery_pk primary key,
      webhook_id text not null constraint webhook_delivery_webhook references webhook (id),
      event text not null,
      payload text not null,
      created_at {integer} not null,
      tries {integer} not null constraint webhook_delivery_tries check (tries >= 0),
      -- Null once the event was delivered or given up.
      next_try_at {integer},
      delivered_at {integer},
      last_status {integer},
      last_error text
    ) {strict}`,
  );
  await run(
    db,
    'create index webhook_delivery_due_idx on webhook_delivery (next_try_at) where next_try_at is not null',
  );
  await run(
    db,
    'create index webhook_delivery_over_idx on webhook_delivery (created_at) where next_try_at is null',
  );
  await run(db, 'create index webhook_delivery_webhook_idx on webhook_delivery (webhook_id, id)');
}

/** Events go user by user, so that a user whose servers do not answer delays no other. */
async function createWebhookQueue(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table webhook_queue (
      user_id text not null constraint webhook_queue_pk primary key
        constraint webhook_queue_user references "user" (id),
      -- Time at which the next event of the user is sent; null while none waits.
      next_turn_at {integer},
      -- Consecutive turns without a prompt answer.
      silences {integer} not null default 0 constraint webhook_queue_silences check (silences >= 0)
    ) {strict}`,
  );
  await run(
    db,
    'create index webhook_queue_turn_idx on webhook_queue (next_turn_at) where next_turn_at is not null and silences = 0',
  );
  await run(
    db,
    'create index webhook_queue_late_idx on webhook_queue (next_turn_at) where next_turn_at is not null and silences > 0',
  );
  await run(
    db,
    'create index webhook_delivery_queue_idx on webhook_delivery (webhook_id, next_try_at, id) where next_try_at is not null',
  );
}
