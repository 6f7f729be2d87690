import { NETWORKS, type Network } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

const HALT_SETTING = 'payouts.frozen';
const LINE_BREAK = sql.lit('\n');
/** From this length on no further reason is kept: a reorganization of a thousand deposits gives a thousand. */
const REASONS_LENGTH_MAX = 2_000;
/** An error of a signer or of a node may be of any length. */
const REASON_LENGTH_MAX = 500;

/** Switches payouts off until an admin has looked into it. Users keep what they have. */
export async function recordHaltNow(
  { db }: Pick<PoolDeps, 'db'>,
  reason: string,
  network?: Network,
): Promise<void> {
  await db.transaction(async (tx) => void (await recordHalt(tx, reason, network)));
}

/**
 * The same, together with what was found; on one network, where the reason is about that one alone. A reason that comes while payouts are off
 * is kept beside the ones before it, a line each, for the admin who resolves them. A reason that is known already, and one for which there is
 * no room, changes nothing.
 */
export async function recordHalt(
  tx: Transaction,
  reason: string,
  network?: Network,
): Promise<'stopped' | 'added' | 'unchanged'> {
  const line = [...reason.replaceAll(/\s+/g, ' ').trim()].slice(0, REASON_LENGTH_MAX).join('');
  const known = sql<string>`setting.value`;
  const lines = sql<string>`${LINE_BREAK} || ${known} || ${LINE_BREAK}`;
  const halt = await tx
    .insertInto('setting')
    .values({ name: toSetting(network), value: line })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: sql<string>`${known} || ${LINE_BREAK} || excluded.value` })
        .where(sql<boolean>`replace(${lines}, ${`\n${line}\n`}, '') = ${lines}`)
        .where(sql<boolean>`length(${known}) < ${REASONS_LENGTH_MAX}`),
    )
    .returning('value')
    .executeTakeFirst();
  if (halt === undefined) return 'unchanged';
  return halt.value === line ? 'stopped' : 'added';
}

/** A setting of all networks, or of one. */
function toSetting(network: Network | undefined): string {
  return network === undefined ? HALT_SETTING : `${HALT_SETTING}.${network}`;
}

/**
 * Reasons why payouts are off, on a network or on any, a line each: those about all networks first, in the order in which they came; undefined
 * while they are on.
 */
export async function findHalt({ db }: Pick<PoolDeps, 'db'>, network?: Network): Promise<string | undefined> {
  return readHalt(db.read, network === undefined ? NETWORKS : [network]);
}

/** Networks on which payouts are off. */
export async function listHalted(deps: Pick<PoolDeps, 'db'>): Promise<Network[]> {
  const halted: Network[] = [];
  for (const network of NETWORKS) if ((await findHalt(deps, network)) !== undefined) halted.push(network);
  return halted;
}

/** Returns true while payouts on a network are off, as a transaction sees it. */
export async function isHalted(tx: Transaction, network: Network): Promise<boolean> {
  return (await readHalt(tx, [network])) !== undefined;
}

/** Switches payouts on again. Returns the reasons for which they were off, as `findHalt` does. */
export async function endHalt(tx: Transaction): Promise<string | undefined> {
  // Locked, so that a reason which comes meanwhile is either among those returned, or stays.
  const rows = await lockRows(tx, selectHalt(tx, NETWORKS)).execute();
  if (rows.length === 0) return undefined;
  const names = rows.map(({ name }) => name);
  await tx.deleteFrom('setting').where('name', 'in', names).execute();
  return join(rows);
}

async function readHalt(db: Queryable, networks: readonly Network[]): Promise<string | undefined> {
  const rows = await selectHalt(db, networks).execute();
  return rows.length === 0 ? undefined : join(rows);
}

function selectHalt(db: Queryable, networks: readonly Network[]) {
  return db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', [undefined, ...networks].map(toSetting));
}

function join(rows: readonly { name: string; value: string }[]): string {
  // Sorted here: the one of all networks is the shortest name.
  const sorted = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map(({ value }) => value).join('\n');
}
