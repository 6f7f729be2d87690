// Events to webhooks go user by user, so that a user whose servers do not answer holds up no other.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table webhook_queue (
      user_id text not null constraint webhook_queue_pk primary key
        constraint webhook_queue_user references "user" (id),
      -- when the next event of the user is sent; null while none waits
      next_turn_at {integer},
      -- turns in a row without a prompt answer
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
  await run(
    db,
    `insert into webhook_queue (user_id, next_turn_at)
      select distinct webhook.user_id, 0 from webhook
        join webhook_delivery on webhook_delivery.webhook_id = webhook.id
        where webhook_delivery.next_try_at is not null`,
  );
}
