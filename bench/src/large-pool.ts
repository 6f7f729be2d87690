import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Database, migrateToLatest } from '@glasspool/db';
import { verifyBooks } from '@glasspool/pool';
import { TestPool } from '@glasspool/pool/testing';
import { seedLargePool } from './seed-large-pool.ts';

/** Where benches keep what takes long to make. */
export const BENCH_FOLDER = join(tmpdir(), 'glasspool-bench');
const FILE = join(BENCH_FOLDER, 'large-pool.db');

/** The pool of a million transactions: the one of an earlier run, or with `--fresh` a new one, whose books are verified. */
export async function openLargePool(): Promise<Database> {
  mkdirSync(BENCH_FOLDER, { recursive: true });
  const isThere = existsSync(FILE) && !process.argv.includes('--fresh');
  if (!isThere) for (const end of ['', '-wal', '-shm']) rmSync(`${FILE}${end}`, { force: true });
  const database = new Database(() => `sqlite:${FILE}`);
  if (isThere) return database;
  const startedAt = performance.now();
  await migrateToLatest(database);
  await new TestPool(database).start();
  await seedLargePool(database);
  const discrepancies = await verifyBooks({ db: database });
  if (discrepancies.length > 0)
    throw new Error(`The seeded books are wrong: ${JSON.stringify(discrepancies[0])}`);
  process.stdout.write(`seeded, books right, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  return database;
}
