import { createHash } from 'node:crypto';
import type { UserId } from '@glasspool/core';
import { listBackedUp, type StoredTable } from '@glasspool/db';
import { sql } from 'kysely';
import type { Watched } from './facts.ts';
import { ViolationError } from './violation.ts';

/** Digest of everything that a backup holds, the balances of each user, and the number of refusals so far. */
interface Remembered {
  readonly digest: string;
  readonly balances: ReadonlyMap<string, string>;
  readonly refusals: number;
}

export async function rememberState(world: Watched): Promise<Remembered> {
  return {
    digest: await digestOf(world),
    balances: await readBalances(world),
    refusals: world.counters.get('refusal'),
  };
}

/** Fails when a call that ran alone was refused and something changed nevertheless. */
export async function expectNothingChanged(world: Watched, before: Remembered): Promise<void> {
  if (world.counters.get('refusal') === before.refusals) return;
  world.counters.count('refused call compared byte by byte');
  if ((await digestOf(world)) === before.digest) return;
  throw new ViolationError('refused calls change nothing', world.story.at(-1) ?? '');
}

/** Fails when a call that ran alone changed a balance of anyone but its caller. */
export async function expectOthersUntouched(
  world: Watched,
  before: Remembered,
  actor: UserId,
): Promise<void> {
  world.counters.count('balances of others compared after a call');
  const now = await readBalances(world);
  for (const userId of new Set([...now.keys(), ...before.balances.keys()]))
    if (userId !== actor && now.get(userId) !== before.balances.get(userId))
      throw new ViolationError('no call moves the money of others', `${world.story.at(-1)}: ${userId}`);
}

/** Balances of each user, written as text. */
export async function readBalances({ db }: Watched): Promise<Map<string, string>> {
  const rows = await db.read
    .selectFrom('account')
    .select(['userId', 'path', 'currency', 'balanceMicro'])
    .where('userId', 'is not', null)
    .where('balanceMicro', '<>', 0n)
    .orderBy('path')
    .orderBy('currency')
    .execute();
  const balances = new Map<string, string>();
  for (const { userId, path, currency, balanceMicro } of rows)
    balances.set(String(userId), `${balances.get(String(userId)) ?? ''} ${path} ${balanceMicro} ${currency}`);
  return balances;
}

/**
 * Digest of every stored row that a backup holds. These statements are not points of the story: a call that runs alone waits for no other
 * task.
 */
async function digestOf({ db }: Watched): Promise<string> {
  const hash = createHash('sha256');
  const untyped = db.untyped();
  tables ??= await listBackedUp(untyped, db.dialectName);
  for (const { name, key } of tables) {
    const order = sql.join(key.map((column) => sql.ref(column)));
    const { rows } = await sql<StoredRow>`select * from ${sql.table(name)} order by ${order}`.execute(
      untyped,
    );
    const compared = name === 'setting' ? rows.filter(isAskedFor) : rows;
    hash.update(JSON.stringify(name === 'session' ? compared.map(withoutUse) : compared, printBigint));
  }
  return hash.digest('hex');
}

type StoredRow = Readonly<Record<string, unknown>>;

/** Tables of the schema, which is the same for all stories. */
let tables: readonly StoredTable[] | undefined;

/** Returns false for the recorded clock skew: any call may find and record it. */
function isAskedFor({ name }: StoredRow): boolean {
  return name !== 'clock.skew';
}

/** Removes the time of the last call from a session: every call may record it. */
function withoutUse({ last_seen_at: _, ...session }: StoredRow): StoredRow {
  return session;
}

function printBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
