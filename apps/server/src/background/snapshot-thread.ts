// The thread of one snapshot: it reads the books over a connection of its own, hashes and writes, and ends. What it is given is in the
// memory of the process already; nothing secret is in its files or its answers.
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '@glasspool/db';
import { buildSnapshot } from '@glasspool/pool';
import { systemRandom } from '../adapters/random.ts';
import { fastSha256 } from '../adapters/sha256.ts';
import { createSnapshotFiles } from '../adapters/snapshot-files.ts';
import { readDatabaseUrl } from '../config/config.ts';
import type { FromThread, SnapshotTask, ToThread } from './messages.ts';

/** Requests go first. On Linux the call is about this thread alone. */
const NICENESS = 10;

if (parentPort === null) throw new Error('This file is a thread of the server.');
const server = parentPort;
if (process.platform === 'linux') setPriority(NICENESS);
// The other end is build-in-thread.ts, which sends exactly this.
const { dataDir, nonceKey } = workerData as SnapshotTask;

const tell = (message: FromThread): void => server.postMessage(message);

await using db = new Database(() => readDatabaseUrl(dataDir));
const built = await buildSnapshot({
  db,
  nonceKey,
  random: systemRandom,
  hash: fastSha256,
  snapshots: createSnapshotFiles(dataDir),
  readNow: async () => {
    tell({ kind: 'view' });
    // The answer has one form, and only one is ever sent.
    const [{ nowMs }] = (await once(server, 'message')) as [ToThread];
    return nowMs;
  },
});
tell({ kind: 'built', built });
