// Random edits of a database through SQL, as an attacker with a shell would make them.
import type { SeededRandom } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { sql } from 'kysely';

/** Tables that a snapshot is made of: four of five edits are in one of them. */
const PUBLISHED = new Set([
  'account',
  'transfer',
  'posting',
  'user',
  'wallet',
  'terms',
  'reward_run',
  'reward_page',
  'reward',
  'referral_reward',
  'withdrawal',
  'outgoing_transaction',
  'snapshot',
  'journal_range',
  'journal_block',
  'dust',
]);

interface Edit {
  readonly what: string;
  /** False when the database refused it, or it changed nothing. */
  readonly isDone: boolean;
}

/** Changes a cell, or deletes a row, with triggers, foreign keys and checks out of the way. SQLite alone. */
export async function editDatabase(database: Database, random: SeededRandom): Promise<Edit> {
  const db = database.untyped();
  const rows = async <Row>(query: string): Promise<Row[]> =>
    (await sql<Row>`${sql.raw(query)}`.execute(db)).rows;
  await rows('pragma foreign_keys = off');
  await rows('pragma ignore_check_constraints = on');
  for (const { name } of await rows<{ name: string }>(
    "select name from sqlite_master where type = 'trigger'",
  ))
    await rows(`drop trigger "${name}"`);
  const tables = await rows<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by name",
  );
  const filled: { name: string; count: number }[] = [];
  for (const { name } of tables) {
    const [found] = await rows<{ count: number | bigint }>(`select count(*) as count from "${name}"`);
    const count = Number(found?.count ?? 0);
    if (count > 0) filled.push({ name, count });
  }
  const table = pick(
    random,
    random.integer(5) === 0 ? filled : filled.filter(({ name }) => PUBLISHED.has(name)),
  );
  const [row] = await rows<{ id: number }>(
    `select rowid as id from "${table.name}" order by rowid limit 1 offset ${random.integer(table.count)}`,
  );
  const where = `where rowid = ${row?.id ?? -1}`;
  if (random.integer(8) === 0) {
    await rows(`delete from "${table.name}" ${where}`);
    return { what: `a row of ${table.name} is deleted`, isDone: true };
  }
  const columns = await rows<{ name: string; type: string }>(
    `select name, type from pragma_table_info('${table.name}')`,
  );
  const column = pick(random, columns);
  const value =
    column.type.toLowerCase() === 'text'
      ? pick(random, [
          `(select "${column.name}" from "${table.name}" order by rowid desc limit 1)`,
          `"${column.name}" || 'x'`,
          "''",
        ])
      : pick(random, [
          `"${column.name}" + 1`,
          `"${column.name}" - 1`,
          `-"${column.name}"`,
          `2 * "${column.name}"`,
          `(select "${column.name}" from "${table.name}" order by rowid desc limit 1)`,
          '0',
        ]);
  const what = `${table.name}.${column.name} becomes ${value.replaceAll('"', '')}`;
  try {
    await rows(`update "${table.name}" set "${column.name}" = ${value} ${where}`);
    return { what, isDone: true };
  } catch {
    return { what, isDone: false };
  }
}

function pick<Item>(random: SeededRandom, items: readonly Item[]): Item {
  const item = items[random.integer(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
