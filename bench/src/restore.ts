// `npm run bench -- restore` measures how long a pool of 100,000 users and 1,000,000 transactions takes to back up and to restore, beside
// SQLite's own copy of the same file (VACUUM INTO) in the same run. The keys, logs and snapshots beside the database are small.
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Database, dumpDatabase, migrateToLatest, restoreDatabase } from '@glasspool/db';
import { verifyBooks } from '@glasspool/pool/books';
import { prepareRestored } from '@glasspool/pool/recovery';
import { TestPool } from '@glasspool/pool/testing';
import { sql } from 'kysely';
import { printFigure, printHead } from './figure.ts';
import { BENCH_FOLDER, openLargePool } from './large-pool.ts';

const COPY = join(BENCH_FOLDER, 'copy.db');
const DUMP = join(BENCH_FOLDER, 'database.jsonl.gz');
const RESTORED = join(BENCH_FOLDER, 'restored.db');
const MIB = 2 ** 20;

async function getTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

function removeFiles(): void {
  for (const file of [COPY, DUMP, RESTORED])
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

async function backUp(database: Database): Promise<void> {
  await pipeline(Readable.from(dumpDatabase(database)), createGzip(), createWriteStream(DUMP));
}

async function restore(target: Database): Promise<void> {
  await migrateToLatest(target);
  const input = createReadStream(DUMP).pipe(createGunzip());
  await restoreDatabase(target, () => createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }));
  const { deps } = new TestPool(target);
  await prepareRestored(deps, { takenAt: 0 });
}

removeFiles();
await using database = await openLargePool();
const copyS = await getTime(() => sql`vacuum into ${COPY}`.execute(database.untyped()));
const backUpS = await getTime(() => backUp(database));
const backUpMiB = process.resourceUsage().maxRSS / 1_024;
await using restored = new Database(() => `sqlite:${RESTORED}`);
const restoreS = await getTime(() => restore(restored));
const verifyS = await getTime(async () => {
  const discrepancies = await verifyBooks({ db: restored });
  if (discrepancies.length > 0)
    throw new Error(`The restored books are wrong: ${JSON.stringify(discrepancies[0])}`);
});
const rows: readonly (readonly [string, number])[] = [
  [`back up (${(statSync(DUMP).size / MIB).toFixed(0)} MiB)`, backUpS],
  ['restore, and make it safe to start', restoreS],
  ['recompute the books', verifyS],
];
printHead();
for (const [what, seconds] of rows)
  printFigure({
    name: `${what}, beside SQLite’s copy of the file (${(statSync(COPY).size / MIB).toFixed(0)} MiB)`,
    measured: seconds,
    baseline: copyS,
    unit: 's',
  });
process.stdout.write(
  `most memory: ${backUpMiB.toFixed(0)} MiB after the backup, ${(process.resourceUsage().maxRSS / 1_024).toFixed(0)} MiB at the end\n`,
);
removeFiles();
