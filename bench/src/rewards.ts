// `npm run bench -- rewards` pays one reward run over 200,000 investments with three levels of inviters in SQLite, and over 1,000,000, beside
// hand-written SQL that writes the same rows into a copy of the same database in the same run; with `-- --postgres` in PostgreSQL. It
// prints the ratio of the two times and the longest pause of the event loop while the run was paid.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { imbalance } from '@glasspool/core/books';
import { type Database, migrateToLatest } from '@glasspool/db';
import { getPosition } from '@glasspool/ledger';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { sql } from 'kysely';
import { fastSha256 } from './fast-sha256.ts';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { openPostgresStore, openSqliteStore, type RewardStore } from './reward-stores.ts';
import { writeSameRows } from './same-rows.ts';
import { seedInvestors } from './seed-investors.ts';

const LONG = [
  { investments: 200_000, days: 1, rounds: 3 },
  // Due at the same times of the day, but of thirty days: each page then touches thirty places of every index.
  { investments: 200_000, days: 30, rounds: 3 },
  { investments: 1_000_000, days: 1, rounds: 1 },
] as const;
/** `--investments=200000` measures the first size of that number alone. */
const only = process.argv
  .find((argument) => argument.startsWith('--investments='))
  ?.slice('--investments='.length);
const SIZES = IS_SHORT
  ? [{ investments: 20_000, days: 1, rounds: 1 }]
  : LONG.filter(
      ({ investments, days }) => only === undefined || (String(investments) === only && days === 1),
    );
const TABLES = ['reward', 'referral_reward', 'transfer', 'posting', 'account', 'reward_page'] as const;
const RUN_AT = Date.UTC(2026, 5, 1);

type Counts = Readonly<Record<(typeof TABLES)[number], number>>;

async function seed(store: RewardStore, investments: number, days: number): Promise<void> {
  await store.seed(async (database) => {
    await migrateToLatest(database);
    const pool = await new TestPool(database).start();
    await seedInvestors(database, { investments, days, dueAt: RUN_AT });
    // Two thirds of what is due, so that every amount is scaled and rounded.
    await pool.fundReserve('USDT', String(Math.ceil((investments * 4) / 3)));
  });
}

async function countRows(database: Database): Promise<Counts> {
  const counts: Partial<Record<(typeof TABLES)[number], number>> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      database.read,
    );
    counts[table] = rows[0]?.count ?? 0;
  }
  // Filled for every table above.
  return counts as Counts;
}

interface Measured {
  readonly ms: number;
  readonly rows: Counts;
  readonly longestPauseMs: number;
  readonly pause99Ms: number;
}

function measureRun(store: RewardStore): Promise<Measured> {
  return store.onCopy(async (database) => {
    const pool = new TestPool(database);
    pool.clock.advance(RUN_AT - pool.clock.now());
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedAt = performance.now();
    const runs = await runRewards({ ...pool.deps, hash: fastSha256 });
    const ms = performance.now() - startedAt;
    delay.disable();
    if (runs.length !== 1) throw new Error(`${runs.length} runs were closed instead of one.`);
    const difference = imbalance(await getPosition(database.read, 'USDT'));
    if (difference !== 0n) throw new Error(`The balance sheet is out by ${difference} micro-units.`);
    const rows = await countRows(database);
    return { ms, rows, longestPauseMs: delay.max / 1e6, pause99Ms: delay.percentile(99) / 1e6 };
  });
}

function measureSql(store: RewardStore): Promise<Pick<Measured, 'ms' | 'rows'>> {
  return store.onCopy(async (database) => {
    const startedAt = performance.now();
    await writeSameRows(database, RUN_AT);
    const ms = performance.now() - startedAt;
    return { ms, rows: await countRows(database) };
  });
}

function assertSameRows(run: Counts, baseline: Counts): void {
  for (const table of TABLES)
    if (run[table] !== baseline[table])
      throw new Error(`The run wrote ${run[table]} rows of ${table}, the baseline ${baseline[table]}.`);
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const isPostgres = process.argv.includes('--postgres');
await using store = isPostgres ? await openPostgresStore() : openSqliteStore();
printHead();
for (const { investments, days, rounds } of SIZES) {
  await seed(store, investments, days);
  const runs: Measured[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const baseline = await measureSql(store);
    const run = await measureRun(store);
    assertSameRows(run.rows, baseline.rows);
    baselines.push(baseline.ms);
    runs.push(run);
  }
  const ms = middle(runs.map((run) => run.ms));
  const baselineMs = middle(baselines);
  const [first] = runs;
  printFigure({
    name: `${investments} investments made over ${days} days, ${isPostgres ? 'PostgreSQL' : 'SQLite'}, beside hand-written SQL`,
    measured: ms / 1_000,
    baseline: baselineMs / 1_000,
    unit: 's',
  });
  process.stdout.write(
    `${first?.rows.referral_reward} referral rewards, ${first?.rows.posting} postings; ` +
      `longest pause of the event loop ${runs.map((run) => run.longestPauseMs.toFixed(0)).join(', ')} ms by round, ` +
      `99 % at most ${Math.max(...runs.map((run) => run.pause99Ms)).toFixed(0)} ms\n`,
  );
}
