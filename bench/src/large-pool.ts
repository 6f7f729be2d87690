import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Database, migrateToLatest } from '@glasspool/db';
import { verifyBooks } from '@glasspool/pool/books';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { IS_SHORT } from './figure.ts';
import { seedLargePool } from './seed-large-pool.ts';

/** Folder for data of benches that takes long to create. */
export const BENCH_FOLDER = join(tmpdir(), 'glasspool-bench');
const USERS_DEFAULT = IS_SHORT ? 20_000 : 100_000;

/** File of the large pool with a number of users. */
export function largePoolFile(users: number): string {
  return join(BENCH_FOLDER, `large-pool-${users}.db`);
}

/** Copies the large pool for a bench that changes it, after seeding it if it is missing. The other benches read it as it was seeded. */
export async function copyLargePool(target: string, users = readUsers()): Promise<void> {
  // Once it is closed, the file holds all.
  await (await openLargePool(users)).close();
  copyFileSync(largePoolFile(users), target, constants.COPYFILE_FICLONE);
}

/** Number of users that the command line names (`--users=1000000`); without it 100,000, or 20,000 in the short form. */
export function readUsers(): number {
  const given = process.argv.find((argument) => argument.startsWith('--users='))?.slice('--users='.length);
  return given === undefined ? USERS_DEFAULT : Number(given);
}

/** A pool with ten transactions per user: the one of an earlier run, or with `--fresh` a new one, whose books are verified. */
export async function openLargePool(users = readUsers()): Promise<Database> {
  const file = largePoolFile(users);
  mkdirSync(BENCH_FOLDER, { recursive: true });
  const isThere = existsSync(file) && !process.argv.includes('--fresh');
  if (isThere) {
    const database = new Database(() => `sqlite:${file}`);
    await migrateToLatest(database);
    return database;
  }
  // One that was not seeded to its end is not taken for a whole one.
  const begun = `${file}.begun`;
  for (const end of ['', '-wal', '-shm'])
    for (const one of [file, begun]) rmSync(`${one}${end}`, { force: true });
  await (await createLargePool(begun, users)).close();
  renameSync(begun, file);
  return new Database(() => `sqlite:${file}`);
}

/** Makes a large pool in a new file, and verifies its books. */
export async function createLargePool(file: string, users: number): Promise<Database> {
  const database = new Database(() => `sqlite:${file}`);
  const startedAt = performance.now();
  const seconds = (): string => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;
  await migrateToLatest(database);
  await new TestPoolWithSnapshots(database).start();
  await database.close();
  seedLargePool(file, users);
  process.stdout.write(`seeded in ${seconds()}\n`);
  const seeded = new Database(() => `sqlite:${file}`);
  const discrepancies = await verifyBooks({ db: seeded });
  if (discrepancies.length > 0)
    throw new Error(`The seeded books are wrong: ${JSON.stringify(discrepancies[0])}`);
  process.stdout.write(`books right after ${seconds()}\n`);
  return seeded;
}
