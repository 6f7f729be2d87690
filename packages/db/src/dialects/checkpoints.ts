import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const HEAP_MIB = 16;

/** Copies the write-ahead log of a SQLite file into it, in a thread of its own, until it is disposed of. */
export class Checkpoints implements AsyncDisposable {
  readonly #worker: Worker;

  /** `onFailure` hears that the thread ended by itself: the log then grows without bound. */
  constructor(file: string, onFailure: (error: Error) => void) {
    this.#worker = new Worker(join(import.meta.dirname, 'checkpoint-thread.ts'), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: 1 },
    });
    this.#worker.on('error', onFailure);
    this.#worker.unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exit = once(this.#worker, 'exit');
    this.#worker.postMessage('close');
    await exit;
  }
}
