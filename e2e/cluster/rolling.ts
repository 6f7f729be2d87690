// Upgrade without an interruption: processes of this version and of a newer one, with additional migrations, run at the same time under
// load.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { copyCode } from '../src/copy-code.ts';
import { Availability } from './nemesis/availability.ts';
import { Workload } from './nemesis/workload.ts';
import { PoolProcesses } from './pool-processes.ts';

/** Migration that only adds: a column that the older version does not write. */
const EXPAND = {
  name: '901-note-expand',
  statement: "alter table withdrawal add column note text default 'none'",
};
/** Migration that is possible only after every process knows the column. */
const CONTRACT = {
  name: '902-note-is-there',
  statement: 'alter table withdrawal alter column note set not null',
};

export interface RollingOptions {
  readonly databaseUrl: string;
  /** Time for which both versions run at the same time, in ms. */
  readonly besideMs: number;
  readonly say?: (text: string) => void;
}

export interface RollingReport {
  /** Number of requests without an answer, or with the answer that a dependency is away. */
  readonly failed: number;
  readonly refused: number;
  readonly acknowledged: number;
  readonly readsRight: number;
  readonly wrongSums: number;
  /** Output of the older version when it is started on the database of the newest one. */
  readonly olderSays: string;
}

/** Runs the upgrade. Everything that it starts is gone at the end. */
export async function runRolling({
  databaseUrl,
  besideMs,
  say = () => undefined,
}: RollingOptions): Promise<RollingReport> {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-rolling-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const newer = makeVersion(join(folder, 'newer'), [EXPAND]);
  const newest = makeVersion(join(folder, 'newest'), [EXPAND, CONTRACT]);
  const pool = stack.use(
    await PoolProcesses.start({
      folder,
      databaseUrl,
      dataDir: join(folder, 'data'),
      webs: 2,
      settings: { RATE_LIMIT_FACTOR: '1000', LOCAL_BSC_BLOCK_MS: '250', LOCAL_TRON_BLOCK_MS: '250' },
    }),
  );
  const { bscUrl } = await pool.readChains();
  const availability = new Availability();
  const workload = new Workload({
    ...{ url: pool.url, bscUrl, availability },
    ...{ bankUsers: 3, payees: 2, movesAtOnce: 3, movePauseMs: 50 },
  });
  await workload.prepare();
  const sinceMs = performance.now();
  workload.start();
  const processes = [...pool.workers, ...pool.webs];
  const half = processes.filter((_one, index) => index % 2 === 0);
  say('The newer version takes over one worker and one web process, and expands the schema ...');
  for (const one of half) await pool.replace(one, newer);
  await setTimeout(besideMs);
  say('It takes over the others ...');
  for (const one of processes.filter((other) => !half.includes(other))) await pool.replace(one, newer);
  say('The newest version contracts the schema ...');
  for (const one of processes) await pool.replace(one, newest);
  const failed = availability.countUnknown(sinceMs);
  await workload.finish();
  const [worker] = pool.workers;
  if (worker === undefined) throw new Error('There is no worker.');
  await worker.service.stop();
  const before = worker.service.output.length;
  worker.service.start({ START_WAIT_SECONDS: '5' });
  while (worker.service.isRunning) await setTimeout(100);
  const { acknowledged, refused, readsRight, wrongSums } = workload;
  const olderSays = worker.service.output.slice(before);
  return { failed, refused, acknowledged, readsRight, wrongSums: wrongSums.length, olderSays };
}

/** Creates a version of the program with more migrations than this one. Returns its folder. */
function makeVersion(place: string, migrations: readonly { name: string; statement: string }[]): string {
  mkdirSync(place);
  copyCode(place);
  const index = join(place, 'packages/db/src/migrations/index.ts');
  let text = readFileSync(index, 'utf8');
  for (const { name, statement } of migrations) {
    const file = join(place, `packages/db/src/migrations/${name}.ts`);
    writeFileSync(
      file,
      `import { type AnyDatabase, run } from './helpers.ts';\nexport const up = (db: AnyDatabase) => run(db, ${JSON.stringify(statement)});\n`,
    );
    const id = `m${name.slice(0, 3)}`;
    text = `import * as ${id} from './${name}.ts';\n${text.replace(/\n};\s*$/, `\n  '${name}': { up: ${id}.up },\n};\n`)}`;
  }
  writeFileSync(index, text);
  return place;
}
