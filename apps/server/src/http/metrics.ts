import { PoolError, SECOND_MS } from '@glasspool/core';
import type { PoolDeps } from '@glasspool/pool/deps';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isTokenOf } from '../adapters/token-hash.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import { addPoolGauges } from './pool-gauges.ts';
import { sendFailure } from './rest.ts';

const PERCENT = 100;

/** Metrics of one process. */
export interface Metrics {
  readonly registry: Registry;
  /** Reads the figures of the pool, for the next answer, and returns why they could not be read. */
  refresh(): Promise<Error | undefined>;
  /** Names a worker that this process runs from now on, unless it does so already. */
  addWorker(worker: string, everyMs: number): void;
  /** Records the pause before a worker's next step. */
  recordPause(worker: string, pauseMs: number): void;
  /** Records a worker's step that ended well. */
  recordStep(worker: string, at: number): void;
  /** Removes a worker that another process runs at the moment. */
  removeWorker(worker: string): void;
}

/** Makes the metrics of one process: requests, workers, dependencies, reserve runway, chains, and what waits. */
export function createMetrics(deps: PoolDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addLoopGauge(registers);
  addDependencyGauge(deps, registers);
  const refresh = addPoolGauges(deps, registers);
  return { registry, refresh, ...createWorkerMetrics(deps, registers) };
}

interface WorkerRecord {
  readonly at: number;
  readonly pauseMs: number;
}

function createWorkerMetrics(
  { machineClock }: PoolDeps,
  registers: Registry[],
): Omit<Metrics, 'registry' | 'refresh'> {
  const workers = new Map<string, WorkerRecord>();
  const change = (worker: string, changes: Partial<WorkerRecord>): void => {
    const known = workers.get(worker);
    if (known !== undefined) workers.set(worker, { ...known, ...changes });
  };
  new Gauge({
    name: 'glasspool_worker_silent_seconds',
    help: 'Time since the last step of a worker that ended well, in the process that runs it; at first since the start.',
    labelNames: ['worker'],
    registers,
    collect() {
      this.reset();
      const now = machineClock.now();
      for (const [worker, { at }] of workers) this.set({ worker }, (now - at) / SECOND_MS);
    },
  });
  new Gauge({
    name: 'glasspool_worker_pause_seconds',
    help: 'Pause of a worker between two steps: it is late when it is silent for much longer.',
    labelNames: ['worker'],
    registers,
    collect() {
      this.reset();
      for (const [worker, { pauseMs }] of workers) this.set({ worker }, pauseMs / SECOND_MS);
    },
  });
  return {
    addWorker: (worker, everyMs) => {
      if (!workers.has(worker)) workers.set(worker, { at: machineClock.now(), pauseMs: everyMs });
    },
    recordPause: (worker, pauseMs) => change(worker, { pauseMs }),
    recordStep: (worker, at) => change(worker, { at }),
    removeWorker: (worker) => void workers.delete(worker),
  };
}

function addLoopGauge(registers: Registry[]): void {
  const delay = new EventLoopDelay();
  new Gauge({
    name: 'glasspool_event_loop_delay_seconds',
    help: 'Delay of the event loop over the running minute and the one before; quantile 1 is the longest.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const [percentile, ms] of Object.entries(delay.read()))
        this.set({ quantile: Number(percentile) / PERCENT }, ms / SECOND_MS);
    },
  });
}

/** States of what this process depends on: one series per dependency, 1 for the state that it is in. */
function addDependencyGauge({ dependencies }: PoolDeps, registers: Registry[]): void {
  new Gauge({
    name: 'glasspool_dependency_state',
    help: 'Dependencies of this process, with their state (starting, ok, degraded, refused) and its reason. Always 1.',
    labelNames: ['dependency', 'state', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const { name, state, reason } of dependencies.list())
        this.set({ dependency: name, state, reason }, 1);
    },
  });
}

/** Measures every request, and answers /metrics: openly on a local network, elsewhere to callers with the token. */
export function registerMetrics(
  server: FastifyInstance,
  { metrics, guard }: { metrics: Pick<Metrics, 'registry' | 'refresh'>; guard: MetricsGuard },
): void {
  const seconds = new Histogram({
    name: 'glasspool_http_request_seconds',
    help: 'How long requests took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics.registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern: a path may hold a token, and there are too many of them.
    const route = request.routeOptions.url ?? 'page';
    seconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / SECOND_MS,
    );
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(guard, request.headers.authorization))
      return sendFailure(request, reply, new PoolError('NOT_FOUND'));
    const failure = await metrics.refresh();
    if (failure !== undefined) request.log.warn({ reason: failure.message }, 'figures not read');
    const { registry } = metrics;
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** Access to the metrics: everyone, no one, or callers with a token, of which only the SHA-256 is kept. */
export type MetricsGuard = 'open' | 'closed' | { readonly tokenHash: string };

function mayRead(guard: MetricsGuard, authorization: string | undefined): boolean {
  if (typeof guard === 'string') return guard === 'open';
  const scheme = 'Bearer ';
  if (authorization?.startsWith(scheme) !== true) return false;
  return isTokenOf(guard.tokenHash, authorization.slice(scheme.length));
}
