// `npm run bench -- seed --users=1000000` makes the large pool that other benches read, by set-based SQL, and verifies its books.
import { statSync } from 'node:fs';
import { largePoolFile, openLargePool, readUsers } from './large-pool.ts';

const GIBIBYTE = 2 ** 30;

await using database = await openLargePool();
const { count } = await database.read
  .selectFrom('transfer')
  .select((eb) => eb.fn.countAll<number>().as('count'))
  .executeTakeFirstOrThrow();
const file = largePoolFile(readUsers());
process.stdout.write(
  `${file}: ${readUsers()} users, ${count} transfers, ${(statSync(file).size / GIBIBYTE).toFixed(1)} GiB\n`,
);
