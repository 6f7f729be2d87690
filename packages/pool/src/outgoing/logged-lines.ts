import type { Database, Queryable, Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { LogEnd, PoolDeps } from '../deps.ts';

const SIGNER_LOG_SETTING = 'signerLog.end';
/** So that texts are in the order of their numbers. */
const LINES_DIGITS = 15;
const HASHES_PER_STATEMENT = 500;

interface ReadLines {
  readonly db: Pick<Database, 'read'>;
  readonly signedLog: Pick<PoolDeps['signedLog'], 'readHashes'>;
}

/** A log lost lines that the database knows of. Nothing was started, and nothing is signed. */
export class LogCutError extends Error {
  override readonly name = 'LogCutError';

  constructor(log: 'signed.log' | 'payments.log', lost: string) {
    super(
      `${log} lost lines that the database knows of: ${lost}. It was cut short, or is an older copy. Nothing is signed without them: payments that were made could be made again. ` +
        `Put the newest whole copy of ${log} in its place. If there is none, see docs/operations.md, Logs that lost lines.`,
    );
  }
}

/** Notes that a transaction has its line in signed.log, and how far the signer's own log goes. Called once the line is on disk. */
export async function recordLogged(
  db: Database,
  { txHash, signerLog }: { txHash: string; signerLog: LogEnd | undefined },
): Promise<void> {
  const known = await db.read
    .selectFrom('loggedTransaction')
    .select('txHash')
    .where('txHash', '=', txHash)
    .executeTakeFirst();
  if (known !== undefined) return;
  await db.transaction(async (tx) => {
    await insertLogged(tx, [txHash]);
    if (signerLog === undefined) return;
    const value = `${String(signerLog.lines).padStart(LINES_DIGITS, '0')}/${signerLog.hash}`;
    await tx
      .insertInto('setting')
      .values({ name: SIGNER_LOG_SETTING, value })
      // Another process may have noted a later line.
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value }).where(sql<boolean>`setting.value < excluded.value`),
      )
      .execute();
  });
}

/** The newest line of the signer's log that the database knows of; undefined before the first one. */
export async function readSignerLogEnd(db: Queryable): Promise<LogEnd | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SIGNER_LOG_SETTING)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [lines, hash = ''] = row.value.split('/');
  return { lines: Number(lines), hash };
}

/** @throws LogCutError when signed.log lacks a line that the database knows of */
export async function assertNoLineLost(deps: ReadLines): Promise<void> {
  const lost = await findLostLines(deps);
  const [first] = lost;
  if (first !== undefined) throw new LogCutError('signed.log', `${lost.length}, the first of them ${first}`);
}

/** Notes the lines that signed.log has and the database does not know of: a crash came between the two, or an older version wrote them. */
export async function recordAllLogged({ db, signedLog }: Pick<PoolDeps, 'db' | 'signedLog'>): Promise<void> {
  // A line that a killed process left may not be on disk yet.
  await signedLog.flush();
  const known = new Set(await readLogged(db.read));
  const missing = [...new Set(await signedLog.readHashes())].filter((hash) => !known.has(hash));
  for (let start = 0; start < missing.length; start += HASHES_PER_STATEMENT)
    await db.transaction((tx) => insertLogged(tx, missing.slice(start, start + HASHES_PER_STATEMENT)));
}

/** Forgets the lines that the logs lost for good, once payouts are halted: what they named may have been paid. */
export async function acceptLostLines(deps: ReadLines & Pick<PoolDeps, 'db'>): Promise<void> {
  const lost = await findLostLines(deps);
  await deps.db.transaction(async (tx) => {
    for (let start = 0; start < lost.length; start += HASHES_PER_STATEMENT)
      await tx
        .deleteFrom('loggedTransaction')
        .where('txHash', 'in', lost.slice(start, start + HASHES_PER_STATEMENT))
        .execute();
    await tx.deleteFrom('setting').where('name', '=', SIGNER_LOG_SETTING).execute();
  });
}

/** Hashes of the lines that signed.log has lost. */
async function findLostLines({ db, signedLog }: ReadLines): Promise<string[]> {
  // In this order: a line is on disk before the database knows of it.
  const known = await readLogged(db.read);
  const logged = new Set(await signedLog.readHashes());
  return known.filter((hash) => !logged.has(hash));
}

async function readLogged(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('loggedTransaction').select('txHash').execute();
  return rows.map(({ txHash }) => txHash);
}

async function insertLogged(tx: Transaction, hashes: readonly string[]): Promise<void> {
  await tx
    .insertInto('loggedTransaction')
    .values(hashes.map((txHash) => ({ txHash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
