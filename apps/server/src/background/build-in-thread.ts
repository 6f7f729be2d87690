import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BuiltSnapshot, PoolDeps } from '@glasspool/pool';
import type { FromThread, SnapshotTask, ToThread } from './messages.ts';

/** Builds snapshots beside the thread that serves requests. Disposing ends a build that runs; its files are replaced by the next try. */
export class SnapshotThreads implements AsyncDisposable {
  readonly #dataDir: string;
  readonly #running = new Set<Worker>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /**
   * Builds a snapshot in a thread of its own, which ends with it and gives its memory back.
   *
   * @throws Error of the build, or one that says that the thread ended before it was done.
   */
  readonly build: PoolDeps['buildSnapshot'] = async ({ nonceKey, readNow }) => {
    const workerData: SnapshotTask = { dataDir: this.#dataDir, nonceKey };
    const worker = new Worker(join(import.meta.dirname, 'snapshot-thread.ts'), { workerData });
    this.#running.add(worker);
    try {
      return await waitFor(worker, readNow);
    } finally {
      this.#running.delete(worker);
      await worker.terminate();
    }
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map((worker) => worker.terminate()));
  }
}

function waitFor(worker: Worker, readNow: () => Promise<number>): Promise<BuiltSnapshot> {
  return new Promise((resolve, reject) => {
    const answer = async (): Promise<void> => {
      const message: ToThread = { nowMs: await readNow() };
      worker.postMessage(message);
    };
    // The other end is snapshot-thread.ts, whose messages have this type.
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'built') resolve(message.built);
      else answer().catch(reject);
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`The thread of the snapshot ended with code ${code} before it was done.`)),
    );
  });
}
