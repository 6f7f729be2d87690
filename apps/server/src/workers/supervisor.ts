import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, NETWORKS, SECOND_MS } from '@glasspool/core';
import { type Fence, LeaseLostError } from '@glasspool/db';
import { EventDeliveries } from '@glasspool/identity/webhooks';
import type { PoolDeps } from '@glasspool/pool/deps';
import { sendMail } from '@glasspool/pool/mail';
import {
  holdLease,
  NETWORK_STEPS,
  POOL_STEPS,
  type PoolStepName,
  releaseLeases,
} from '@glasspool/server/operations';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { Logger } from 'pino';
import type { Metrics } from '../http/metrics.ts';
import { FailureLog } from './failure-log.ts';

/** Another process takes over this long after one that crashed. */
const LEASE_MS = 10 * SECOND_MS;

/** Longest pause of a step that takes long, whatever it takes. */
const PAUSE_MS_MAX = HOUR_MS;
/** Each address with unswept deposits is asked for: with many of them a comparison takes seconds, and may take a tenth of the time. */
const RECONCILE_REST = 9;

interface Worker {
  readonly name: string;
  readonly everyMs: number;
  /** Pause after a step at least, as a multiple of what the step took. */
  readonly rest?: number;
  /** Bounded work, safe to run twice and to stop anywhere. */
  step(deps: SolvencyDeps): Promise<unknown>;
}

interface Paces {
  /** Follows the chains' block time. */
  readonly chainEveryMs: number;
  /** It asks for every balance, so it costs a public node most. */
  readonly reconcileEveryMs: number;
}

/** Every worker and its pace. */
function workersAt(
  { chainEveryMs, reconcileEveryMs }: Paces,
  { deliveries, log }: { deliveries: EventDeliveries; log: Logger },
): Worker[] {
  const ofPool: Readonly<Record<PoolStepName, Omit<Worker, 'name'>>> = {
    recordGasTopUp: { everyMs: 2 * SECOND_MS, step: POOL_STEPS.recordGasTopUp },
    runRewards: { everyMs: SECOND_MS, step: POOL_STEPS.runRewards },
    matureInvestments: { everyMs: SECOND_MS, step: POOL_STEPS.matureInvestments },
    rollOverReserves: { everyMs: MINUTE_MS, step: POOL_STEPS.rollOverReserves },
    reconcile: { everyMs: reconcileEveryMs, rest: RECONCILE_REST, step: POOL_STEPS.reconcile },
    takeSnapshot: { everyMs: SECOND_MS, step: POOL_STEPS.takeSnapshot },
    anchorSnapshots: { everyMs: chainEveryMs, step: POOL_STEPS.anchorSnapshots },
    refreshNotices: { everyMs: SECOND_MS, step: POOL_STEPS.refreshNotices },
    sendMail: { everyMs: 250, step: (deps) => sendWaitingMail(deps, log) },
    purgeExpired: { everyMs: HOUR_MS, step: POOL_STEPS.purgeExpired },
  };
  return [
    ...NETWORKS.flatMap((network) =>
      Object.entries(NETWORK_STEPS).map(
        ([name, step]): Worker => ({
          name: `${name}${network}`,
          everyMs: chainEveryMs,
          step: (deps) => step(deps, network),
        }),
      ),
    ),
    ...Object.entries(ofPool).map(([name, worker]): Worker => ({ name, ...worker })),
    { name: 'deliverEvents', everyMs: SECOND_MS / 2, step: (deps) => deliveries.step(deps) },
  ];
}

async function sendWaitingMail(deps: PoolDeps, log: Logger): Promise<void> {
  const { givenUp, failures } = await sendMail(deps);
  if (givenUp > 0) log.warn({ givenUp, failures: failures.map(hideAddresses) }, 'mail given up');
}

/** A mail server names the recipient in its refusal. */
function hideAddresses(text: string): string {
  const words = text.split(' ');
  return words.map((word) => (word.includes('@') ? '[hidden]' : word)).join(' ');
}

/** Runs the workers at their own pace, one process a worker. Disposing waits for the steps under way. */
export class Supervisor implements AsyncDisposable {
  readonly #deps: SolvencyDeps;
  readonly #metrics: Metrics;
  readonly #failures: FailureLog;
  readonly #holder = randomUUID();
  readonly #stop = new AbortController();
  readonly #loops: readonly Promise<void>[];
  readonly #deliveries = new EventDeliveries();
  readonly #leases = new Map<string, HeldLease>();

  constructor(deps: SolvencyDeps, options: Paces & { log: Logger; metrics: Metrics }) {
    this.#deps = deps;
    this.#metrics = options.metrics;
    this.#failures = new FailureLog(options.log);
    const workers = workersAt(options, { deliveries: this.#deliveries, log: options.log });
    this.#loops = workers.map((worker) => this.#loop(worker));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
    await this.#deliveries[Symbol.asyncDispose]();
    await releaseLeases(this.#deps, this.#holder);
  }

  async #loop(worker: Worker): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const startedAt = performance.now();
      await this.#step(worker);
      const pauseMs = getPauseMs(worker, performance.now() - startedAt);
      this.#metrics.recordPause(worker.name, pauseMs);
      await pause(pauseMs, signal);
    }
  }

  /** Takes the lease of a worker, or keeps it: renewed at half its time, so that an idle process hardly writes. */
  async #hold(worker: string): Promise<Fence | undefined> {
    const known = this.#leases.get(worker);
    const askedAtMs = performance.now();
    if (known !== undefined && known.untilMs - askedAtMs > LEASE_MS / 2) return known.fence;
    const request = { worker, holder: this.#holder, token: known?.fence.token, durationMs: LEASE_MS };
    const fence = await holdLease(this.#deps, request);
    if (fence === undefined) this.#leases.delete(worker);
    else this.#leases.set(worker, { fence, untilMs: askedAtMs + LEASE_MS });
    return fence;
  }

  /** Runs a step under its lease, which is renewed however long the step takes. */
  async #runUnder(fence: Fence, step: Worker['step']): Promise<void> {
    // A renewal that fails is tried again; meanwhile another process may take over, and the step then writes nothing more.
    let renewal: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      renewal = this.#hold(fence.worker).catch(() => undefined);
    }, LEASE_MS / 4);
    try {
      await this.#deps.db.fenced(fence, () => step(this.#deps));
    } finally {
      clearInterval(timer);
      // A lease that is given up at the end is not taken again by what was under way.
      await renewal;
    }
  }

  async #step({ name, everyMs, step }: Worker): Promise<void> {
    try {
      // While another process has the lease this one says nothing about the worker.
      const fence = await this.#hold(name);
      if (fence === undefined) return this.#metrics.removeWorker(name);
      this.#metrics.addWorker(name, everyMs);
      await this.#runUnder(fence, step);
      this.#metrics.recordStep(name, this.#deps.machineClock.now());
      this.#failures.clear(name);
    } catch (error) {
      if (isLeaseLost(error)) return this.#giveUp(name);
      // The step is safe to run again, and will be; a node or a database that is away comes back.
      this.#failures.record(name, error);
    }
  }

  /** This process was away for too long, and another goes on with the worker. */
  #giveUp(worker: string): void {
    this.#leases.delete(worker);
    this.#metrics.removeWorker(worker);
  }
}

interface HeldLease {
  readonly fence: Fence;
  /** Until when it is surely ours, by the monotonic clock of this process. */
  readonly untilMs: number;
}

/** Steps wrap what they meet. */
function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLostError || (error instanceof Error && isLeaseLost(error.cause));
}

/** Pause of a worker after a step. */
export function getPauseMs({ everyMs, rest = 0 }: Pick<Worker, 'everyMs' | 'rest'>, tookMs: number): number {
  return Math.max(everyMs, Math.min(rest * tookMs, PAUSE_MS_MAX));
}

/** Waits, or returns at once when told to stop. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The timer rejects only with the abort, which ends the wait.
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
