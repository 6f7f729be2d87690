// A thread of the server for one piece of long work: it has its own connection to the database, and ends with the work. What it is
// given is in the memory of the process already.
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '@glasspool/db';
import { PoolEvents } from '@glasspool/pool/events';
import { finishRewardRun } from '@glasspool/pool/rewards';
import { buildSnapshot } from '@glasspool/solvency';
import { OffsetClock } from '../adapters/clock.ts';
import { systemRandom } from '../adapters/random.ts';
import { fastSha256 } from '../adapters/sha256.ts';
import { createSnapshotFiles } from '../adapters/snapshot-files.ts';
import { readDatabaseUrl } from '../config/config.ts';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';

/** Requests go before the hashing of a snapshot, which holds no lock. On Linux the call is about this thread alone. */
const NICENESS = 10;

if (parentPort === null) throw new Error('This file is a thread of the server.');
const server = parentPort;
// The other end is threads.ts, which sends exactly this.
const { dataDir, nonceKey, clockOffsetMs, baseOffsetMs, writeTurns, fence, task } = workerData as ThreadStart;

const tell = (message: FromThread): void => server.postMessage(message);

async function readNow(): Promise<number> {
  tell({ kind: 'ask-now' });
  // The answer has one form, and only one is ever sent.
  const [{ nowMs }] = (await once(server, 'message')) as [ToThread];
  return nowMs;
}

function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A service may be forbidden to change priorities. The snapshot is the same; requests only wait longer beside it.
  }
}

async function run(db: Database): Promise<unknown> {
  const events = new PoolEvents();
  events.relayThrough((text) => tell({ kind: 'event', text }));
  const deps = { db, nonceKey, random: systemRandom, hash: fastSha256 };
  if (task.name === 'snapshot') {
    stepBack();
    return buildSnapshot({ ...deps, snapshots: createSnapshotFiles(dataDir), draft: task.draft, readNow });
  }
  const clocks = { clock: new OffsetClock(clockOffsetMs), machineClock: new OffsetClock(baseOffsetMs) };
  return finishRewardRun({ ...deps, ...clocks, events }, task.id, task.pages);
}

await using db = new Database(() => readDatabaseUrl(dataDir), { behind: writeTurns });
const result = await (fence === undefined ? run(db) : db.fenced(fence, () => run(db)));
tell({ kind: 'done', result });
