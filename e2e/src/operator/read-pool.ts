// `node read-pool.ts DATABASE_URL` prints what a test reads past the program, as JSON. A program, for a database may be on a disk that
// only programs in its mount namespace see.
import { Database, type DatabaseUrl } from '@glasspool/db';

export interface PoolState {
  /** Address on BSC that pays. */
  readonly hotWallet: string;
  /** Subjects of open notices about dependencies. */
  readonly openNotices: readonly string[];
}

const [, , url] = process.argv;
// Given by the test that starts it.
await using database = new Database(() => url as DatabaseUrl);
const { address: hotWallet } = await database.read
  .selectFrom('wallet')
  .select('address')
  .where('network', '=', 'BSC')
  .where('derivationIndex', '=', 0)
  .executeTakeFirstOrThrow();
const notices = await database.read
  .selectFrom('notice')
  .select('subject')
  .where('kind', '=', 'dependency-trouble')
  .where('resolvedAt', 'is', null)
  .execute();
const state: PoolState = { hotWallet, openNotices: notices.map(({ subject }) => subject) };
process.stdout.write(JSON.stringify(state));
