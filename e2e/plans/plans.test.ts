// Goal: no statement of the product costs more because a table grew. Method: every statement that the product's code issued while the
// tests of the back end ran, explained on both databases: on SQLite without statistics, with right ones, and with one table after
// another said to have a single row; on PostgreSQL the same, with every other way than an index switched off.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DialectName } from '@glasspool/db';
import type { RecordedStatement } from '@glasspool/db/testing-statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXCEPTIONS, OPEN_WORK_INDEXES, SMALL_TABLES } from './exceptions.ts';
import { PostgresPlans } from './postgres-plans.ts';
import { SqlitePlans } from './sqlite-plans.ts';
import { readStatements } from './statements.ts';

const STATEMENTS_MIN = 400;
/** Every statement is explained once for each table. */
const HOSTILE_TIMEOUT_MS = 300_000;
const HOW_TO_RECORD =
  'No statements were recorded. Run the whole of npm test, or vitest with --project backend --project plans.';

const folder = mkdtempSync(join(tmpdir(), 'glasspool-plans-'));
let sqlite: SqlitePlans;
let postgres: PostgresPlans;
beforeAll(async () => {
  sqlite = await SqlitePlans.open(join(folder, 'plans.db'));
  postgres = await PostgresPlans.open();
});
afterAll(async () => {
  await sqlite[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** `file: table` of each growing table that is read as a whole and is no exception. */
async function findProblems(
  dialect: DialectName,
  find: (text: string) => Promise<string[]>,
): Promise<string[]> {
  const problems = new Set<string>();
  for (const statement of readStatements(dialect))
    for (const table of await find(statement.text))
      if (!isException(statement, table)) problems.add(`${statement.origin}: ${table}`);
  return [...problems].sort();
}

function isException({ origin }: RecordedStatement, table: string): boolean {
  return EXCEPTIONS.some(({ file, tables }) => origin.startsWith(`${file}:`) && tables.includes(table));
}

describe.each(['sqlite', 'postgres'] as const)('the record of the product’s statements (%s)', (dialect) => {
  it('holds what the tests issued', () => {
    expect(readStatements(dialect).length, HOW_TO_RECORD).toBeGreaterThan(STATEMENTS_MIN);
  });
});

describe('a statement of the product', () => {
  it('reads no growing table as a whole on SQLite without statistics', async () => {
    expect(await findProblems('sqlite', (text) => sqlite.findGrowingReads(text))).toEqual([]);
  });

  it('reads no growing table as a whole on SQLite with a million rows in every table', async () => {
    await sqlite.pretendRows();
    expect(await findProblems('sqlite', (text) => sqlite.findGrowingReads(text))).toEqual([]);
  });

  // Both at once: PostgreSQL explains in its own process.
  it.concurrent.each(['sqlite', 'postgres'] as const)(
    'reads no growing table as a whole on %s with one table after another said to have a single row',
    async (dialect) => {
      const plans = dialect === 'sqlite' ? sqlite : postgres;
      const found = new Set<string>();
      for (const hostile of plans.schema.tables) {
        await plans.pretendRows(hostile);
        const problems = await findProblems(dialect, (text) => plans.findGrowingReads(text));
        // A table said to have a single row may be read as a whole; its neighbors may not.
        for (const problem of problems)
          if (!problem.endsWith(`: ${hostile}`)) found.add(`${hostile} -> ${problem}`);
      }
      await plans.pretendRows();
      expect([...found]).toEqual([]);
    },
    HOSTILE_TIMEOUT_MS,
  );

  it('reads no growing table as a whole on PostgreSQL, where an index can serve it', async () => {
    expect(await findProblems('postgres', (text) => postgres.findGrowingReads(text))).toEqual([]);
  });
});

describe('the list of exceptions', () => {
  it('has none that is not needed', async () => {
    const used = new Set<string>();
    for (const dialect of ['sqlite', 'postgres'] as const)
      for (const { origin, text } of readStatements(dialect)) {
        const plans = dialect === 'sqlite' ? sqlite : postgres;
        for (const table of await plans.findGrowingReads(text))
          used.add(`${origin.replace(/:\d+$/, '')} ${table}`);
      }
    const listed = EXCEPTIONS.flatMap(({ file, tables }) => tables.map((table) => `${file} ${table}`));
    expect(listed.filter((one) => !used.has(one))).toEqual([]);
  });

  it('names tables and partial indexes of the schema', () => {
    const named = [...Object.keys(SMALL_TABLES), ...EXCEPTIONS.flatMap(({ tables }) => tables)];
    expect(named.filter((table) => !sqlite.schema.tables.has(table))).toEqual([]);
    for (const index of Object.keys(OPEN_WORK_INDEXES)) {
      expect(sqlite.schema.partialIndexes).toContain(index);
      expect(postgres.schema.partialIndexes).toContain(index);
    }
  });
});

describe('the plan test', () => {
  /** The join of the journal's page with its rewards, as it once was: every reward for every transfer. */
  const JOURNAL = `select t.id, r.day from (select id, reference from transfer where id > ? order by id limit ?) t
    left join reward r on t.reference = 'reward/' || r.investment_id || '/' || r.day`;
  /** The update of balances from sums of a page, as it once was: the accounts may come first. */
  const BALANCES = `update account set balance_micro = balance_micro + gain.amount_micro
    from (select user_id, sum(paid_micro) as amount_micro from reward where run_id = ? and page = ? group by user_id) as gain
    where account.id = 'user/' || gain.user_id || '/withdrawable:USDT'`;

  it('finds the journal’s join with every reward', async () => {
    await sqlite.pretendRows();
    expect(await sqlite.findGrowingReads(JOURNAL)).toContain('reward');
  });

  it('finds an update of balances that reads every account once statistics call them few', async () => {
    const found: string[] = [];
    for (const hostile of sqlite.schema.tables) {
      await sqlite.pretendRows(hostile);
      found.push(...(await sqlite.findGrowingReads(BALANCES)));
    }
    expect(found).toContain('account');
  });

  it('finds open work that is looked for by a bound state', async () => {
    expect(
      await sqlite.findGrowingReads('select id from withdrawal where network = ? and state in (?, ?)'),
    ).toEqual(['withdrawal']);
  });

  it('finds a scan on PostgreSQL', async () => {
    expect(await postgres.findGrowingReads('select id from withdrawal where amount_micro = $1')).toEqual([
      'withdrawal',
    ]);
  });
});
