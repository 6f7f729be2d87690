import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolDeps } from '@glasspool/pool/deps';
import { countRunInvestments, finishRewardRun, type PublicRewardRun } from '@glasspool/pool/rewards';
import type { BuiltSnapshot, SolvencyDeps } from '@glasspool/solvency';
import { machineClock } from '../adapters/clock.ts';
import type { FromThread, Task, ThreadStart, ToThread } from './messages.ts';

/** Investments under the terms of a run from which on it is worth a thread, which takes about a second to start. */
const LARGE_RUN = 2_000;
/** Objects of a thread, in MiB; a bound makes its collector work rather than its memory grow. Buffers come on top. */
const HEAP_MIB = 96;
const YOUNG_MIB = 16;

type Deps = Pick<PoolDeps, 'db' | 'nonceKey'> & Partial<Pick<PoolDeps, 'clock' | 'machineClock' | 'events'>>;

/** Does long work beside the thread that serves requests. Disposing ends what runs: all of it may be begun again. */
export class Threads implements AsyncDisposable {
  readonly #dataDir: string;
  readonly #largeRun: number;
  readonly #running = new Set<Worker>();

  constructor(dataDir: string, { largeRun = LARGE_RUN } = {}) {
    this.#dataDir = dataDir;
    this.#largeRun = largeRun;
  }

  /**
   * Builds a snapshot.
   *
   * @throws Error of the build, or one that says that the thread ended before it was done.
   */
  readonly buildSnapshot: SolvencyDeps['buildSnapshot'] = async (deps) =>
    // The thread answers with what buildSnapshot of the pool returns there.
    (await this.#run(deps, { name: 'snapshot', draft: deps.draft }, deps.readNow)) as BuiltSnapshot;

  /**
   * Goes on with a reward run until it is closed: a large one in a thread.
   *
   * @throws Error of the run, or one that says that the thread ended before it was done.
   */
  readonly finishRewardRun: PoolDeps['finishRewardRun'] = async (deps, id, pages) => {
    if ((await countRunInvestments(deps, id)) < this.#largeRun) return finishRewardRun(deps, id, pages);
    const readNow = async (): Promise<number> => deps.clock.now();
    // The thread answers with what finishRewardRun of the pool returns there.
    return (await this.#run(deps, { name: 'rewards', id, pages }, readNow)) as PublicRewardRun | undefined;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map((worker) => worker.terminate()));
  }

  /** Starts a thread, which ends with its task and gives its memory back. */
  async #run(deps: Deps, task: Task, readNow: () => Promise<number>): Promise<unknown> {
    const { db, nonceKey, clock = machineClock, machineClock: base = machineClock, events } = deps;
    const workerData: ThreadStart = {
      dataDir: this.#dataDir,
      nonceKey,
      clockOffsetMs: clock.now() - machineClock.now(),
      baseOffsetMs: base.now() - machineClock.now(),
      writeTurns: db.writeTurns,
      fence: db.fence,
      task,
    };
    const worker = new Worker(join(import.meta.dirname, 'thread.ts'), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    this.#running.add(worker);
    try {
      return await waitFor(worker, { readNow, relay: (text) => events?.relay(text) });
    } finally {
      this.#running.delete(worker);
      await worker.terminate();
    }
  }
}

interface Answers {
  readonly readNow: () => Promise<number>;
  readonly relay: (text: string) => void;
}

function waitFor(worker: Worker, { readNow, relay }: Answers): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const answer = async (): Promise<void> => {
      const message: ToThread = { nowMs: await readNow() };
      worker.postMessage(message);
    };
    // The other end is thread.ts, whose messages have this type.
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'done') resolve(message.result);
      else if (message.kind === 'event') relay(message.text);
      else answer().catch(reject);
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`A thread of the server ended with code ${code} before it was done.`)),
    );
  });
}
