import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const HEAP_MIB = 16;

/** Copies the write-ahead log of a SQLite file into it, in a separate thread, until it is disposed of. */
export class Checkpoints implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;

  /** `onFailure` hears that the thread ended by itself: the log then grows without bound. */
  constructor(file: string, onFailure: (error: Error) => void) {
    this.#worker = new Worker(join(import.meta.dirname, 'checkpoint-thread.ts'), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: 1 },
    });
    this.#worker.on('error', onFailure);
    // Listened for from the start: it may have ended by itself long before it is disposed of.
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#worker.ref();
    this.#worker.postMessage('close');
    await this.#exited;
  }
}
