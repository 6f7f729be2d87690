// One run: a cluster on hosts of its own, a workload, faults one after the other, and the check at the end.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseCluster } from '../database-cluster.ts';
import { IsolatedHosts } from '../hosts.ts';
import { isReady, PoolProcesses } from '../pool-processes.ts';
import { waitFor } from '../service.ts';
import { Availability } from './availability.ts';
import { check, type Verdict } from './check.ts';
import type { Fault, Target } from './faults.ts';
import { Workload } from './workload.ts';

/** Sizes of separate disks, which can be full without filling the disk of the machine. */
const DATABASE_DISK = '2500m';
const POOL_DISK = '300m';
/** Time of undisturbed work before and after a fault. */
const CALM_MS = 1_000;
const MOVERS = 6;
/** Number of faults after which the pool's clock moves on by a day and rewards are due. */
const FAULTS_PER_DAY = 5;
/** A single check is not enough: a cluster that is changing roles looks healthy for a moment. */
const CONSECUTIVE_CHECKS = 2;
const RECOVERED_WITHIN_MS = 180_000;

export interface Happened {
  readonly fault: string;
  /** Longest time in which no write was answered, from the fault until the cluster recovered. */
  readonly gapMs: number;
  /** Answered writes per second before the fault. */
  readonly rateBefore: number;
  /** Number of requests that were repeated because their outcome was unknown. */
  readonly unknown: number;
}

export interface Report {
  readonly happened: readonly Happened[];
  readonly verdict: Verdict;
  readonly acknowledged: number;
  readonly refused: number;
  readonly readsRight: number;
  /** Number of days that passed in the pool, each with a reward run. */
  readonly days: number;
  /** Acknowledged writes per second, including during faults. */
  readonly rate: number;
}

export interface NemesisOptions {
  readonly faults: readonly Fault[];
  readonly say?: (text: string) => void;
  /** Number of users of the bank who move money at the same time. */
  readonly movers?: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
}

/** Runs the faults against a new cluster. Everything that it starts is gone at the end. */
export async function runNemesis({
  faults,
  say = () => undefined,
  movers = MOVERS,
  signal,
}: NemesisOptions): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-nemesis-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const network = stack.use(new IsolatedHosts());
  const hosts = ['db-1', 'db-2', 'db-3'].map((name) => network.add(name));
  for (const { name } of hosts) mountDisk(stack, join(folder, name), DATABASE_DISK);
  const dataDir = join(folder, 'data');
  mountDisk(stack, dataDir, POOL_DISK);
  say('Starting the cluster ...');
  const database = stack.use(await DatabaseCluster.start({ folder, hosts }));
  const pool = stack.use(
    await PoolProcesses.start({
      folder,
      dataDir,
      databaseUrl: database.url,
      settings: { RATE_LIMIT_FACTOR: '1000', LOCAL_BSC_BLOCK_MS: '250', LOCAL_TRON_BLOCK_MS: '250' },
    }),
  );
  const chains = await pool.readChains();
  const availability = new Availability();
  const workload = new Workload({
    ...{ url: pool.url, bscUrl: chains.bscUrl, availability },
    ...{ bankUsers: 6, payees: 4, movesAtOnce: movers, movePauseMs: 30 },
  });
  await workload.prepare();
  workload.start();
  const startedAtMs = performance.now();
  const happened: Happened[] = [];
  let days = 0;
  for (const [index, fault] of faults.entries()) {
    signal?.throwIfAborted();
    if (index % FAULTS_PER_DAY === 0 && (await workload.passDay())) days += 1;
    const one = await runFault(fault, {
      target: { pool, database, hosts, dataDir, folder },
      availability,
      workload,
      say,
    });
    happened.push(one);
    say(
      `${String(index + 1).padStart(3)}/${faults.length} ${fault.name.padEnd(36)} no answer for ${(one.gapMs / 1_000).toFixed(1)} s, ${one.unknown} repeated`,
    );
  }
  const rate = availability.getRate(startedAtMs);
  say('Waiting until every request has its answer, and every payout is final ...');
  await workload.finish();
  await pool.restartAll();
  const verdict = await check({ workload, pool, chains });
  const { acknowledged, refused, readsRight } = workload;
  return { happened, verdict, acknowledged, refused, readsRight, rate, days };
}

async function runFault(
  fault: Fault,
  {
    target,
    availability,
    workload,
    say,
  }: { target: Target; availability: Availability; workload: Workload; say: (text: string) => void },
): Promise<Happened> {
  const calmSinceMs = performance.now();
  await setTimeout(CALM_MS);
  const rateBefore = availability.getRate(calmSinceMs);
  say(`    ${fault.name} ..., at ${rateBefore.toFixed(0)} writes/s`);
  const sinceMs = performance.now();
  await fault.run(target);
  let healthyChecks = 0;
  await waitFor(
    `recovery from: ${fault.name}`,
    async () => {
      healthyChecks = (await isWell(target, workload)) ? healthyChecks + 1 : 0;
      return healthyChecks >= CONSECUTIVE_CHECKS;
    },
    { timeoutMs: RECOVERED_WITHIN_MS, everyMs: 500 },
  ).catch(async (error: unknown) => {
    throw new Error(await describeState(target), { cause: error });
  });
  return {
    fault: fault.name,
    rateBefore,
    gapMs: availability.getLongestGapMs(sinceMs),
    unknown: availability.countUnknown(sinceMs),
  };
}

/** Returns true when there is a primary with its standbys, all processes are ready, and writes are acknowledged. */
async function isWell({ database, pool }: Target, workload: Workload): Promise<boolean> {
  const before = workload.acknowledged;
  // Restarts ended processes, as systemd does.
  await pool.restartAll();
  const { isSafe } = await database.findRoles();
  const areReady = await Promise.all([...pool.webs, ...pool.workers].map(({ url }) => isReady(url)));
  return isSafe && areReady.every(Boolean) && (await grows(() => workload.acknowledged, before));
}

/** Describes the state of a cluster that did not recover, for a developer who looks for the reason. */
async function describeState({ database, pool, folder }: Target): Promise<string> {
  const { primary, isSafe } = await database.findRoles();
  const processes = await Promise.all(
    [...pool.webs, ...pool.workers].map(async ({ service, url }) => {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(
        () => undefined,
      );
      const text = answer === undefined ? 'no answer' : await answer.text();
      return `${service.name} (${service.isRunning ? 'runs' : 'ended'}): ${text}\n${service.output.slice(-500)}`;
    }),
  );
  const kept = `${folder}-kept`;
  spawnSync('sh', ['-c', `mkdir -p ${kept} && cp ${folder}/*.log ${folder}/data/*.log ${kept}`]);
  return `primary ${primary?.host.name}, safe ${isSafe}; logs in ${kept}\n${processes.join('\n')}`;
}

async function grows(read: () => number, before: number): Promise<boolean> {
  await setTimeout(CALM_MS);
  return read() > before + 5;
}

/** Mounts a separate disk, in memory, for a folder. */
function mountDisk(stack: AsyncDisposableStack, folder: string, size: string): void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'glasspool', folder]);
  if (status !== 0) throw new Error(`No disk of its own for ${folder}: ${stderr}`);
  stack.defer(() => void spawnSync('umount', ['--lazy', folder]));
}
