import type { Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

export const HALT_SETTING = 'payouts.frozen';
const LINE_BREAK = sql.lit('\n');
/** From this length on no further reason is kept: a reorganization of a thousand deposits gives a thousand. */
const REASONS_LENGTH_MAX = 2_000;
/** An error of a signer or of a node may be of any length. */
const REASON_LENGTH_MAX = 500;

/** Switches payouts off until an admin has looked into it. Users keep what they have. */
export async function recordHaltNow({ db }: Pick<PoolDeps, 'db'>, reason: string): Promise<void> {
  await db.transaction(async (tx) => void (await recordHalt(tx, reason)));
}

/**
 * The same, together with what was found. A reason that comes while payouts are off is kept beside the ones before it, a line each, for the
 * admin who resolves them. A reason that is known already, and one for which there is no room, changes nothing.
 */
export async function recordHalt(
  tx: Transaction,
  reason: string,
): Promise<'stopped' | 'added' | 'unchanged'> {
  const line = [...reason.replaceAll(/\s+/g, ' ').trim()].slice(0, REASON_LENGTH_MAX).join('');
  const known = sql<string>`setting.value`;
  const lines = sql<string>`${LINE_BREAK} || ${known} || ${LINE_BREAK}`;
  const halt = await tx
    .insertInto('setting')
    .values({ name: HALT_SETTING, value: line })
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

/** Reasons why payouts are off, a line each in the order in which they came; undefined while they are on. */
export async function findHalt({ db }: Pick<PoolDeps, 'db'>): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('setting')
    .select('value')
    .where('name', '=', HALT_SETTING)
    .executeTakeFirst();
  return row?.value;
}
