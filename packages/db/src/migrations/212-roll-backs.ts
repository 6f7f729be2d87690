// Number of times that the scanner of a chain has gone back: what the chain answered before is asked again before it is booked
// (packages/pool/src/outgoing/book-answer.ts).
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table chain_status add column roll_backs {integer} not null default 0');
}
