// The number of users is kept, for counting a million of them takes a tenth of a second.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // No row in an empty database: a backup that is restored into it brings its own.
  await run(
    db,
    `insert into counter (name, value)
      select 'user.count', count(*) from "user" where role = 'user' having count(*) > 0`,
  );
}
