import { PoolError, SECOND_MS } from '@glasspool/core';
import { getPoolFigures, type PoolDeps, readGauges } from '@glasspool/pool';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isTokenOf } from '../adapters/token-hash.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import { sendFailure } from './rest.ts';

const TENTHS = 10;
const PERCENT = 100;

/** Counts for what watches the pool. */
export interface Metrics {
  readonly registry: Registry;
  /** A worker's step ended well. */
  noteWorker(worker: string, at: number): void;
}

/** Makes the metrics of one process: requests, workers, reserve runway, chain lag, and what waits. */
export function createMetrics(deps: PoolDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const lastRuns = new Map<string, number>();
  new Gauge({
    name: 'glasspool_worker_silent_seconds',
    help: "Since a worker's last step that ended well, in this process.",
    labelNames: ['worker'],
    registers,
    collect() {
      const now = deps.machineClock.now();
      for (const [worker, at] of lastRuns) this.set({ worker }, (now - at) / SECOND_MS);
    },
  });
  addLoopGauge(registers);
  addPoolGauges(deps, registers);
  return { registry, noteWorker: (worker, at) => void lastRuns.set(worker, at) };
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

function addPoolGauges(deps: PoolDeps, registers: Registry[]): void {
  const lag = new Gauge({
    name: 'glasspool_chain_lag_blocks',
    help: 'Blocks that the node has and the database does not.',
    labelNames: ['network'],
    registers,
  });
  const silent = new Gauge({
    name: 'glasspool_chain_silent_seconds',
    help: "Since a chain's node answered last.",
    labelNames: ['network'],
    registers,
  });
  const underWay = new Gauge({
    name: 'glasspool_withdrawals_under_way',
    help: 'Withdrawals that have not ended, by state.',
    labelNames: ['state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'glasspool_outbox_waiting',
    help: 'Mails and webhook events that wait to be sent.',
    labelNames: ['kind'],
    registers,
  });
  const runway = new Gauge({
    name: 'glasspool_reserve_runway_days',
    help: "How long the reward reserve lasts at today's principal. Missing while nothing is invested.",
    labelNames: ['currency'],
    registers,
  });
  new Gauge({
    name: 'glasspool_payouts_frozen',
    help: '1 while payouts are off.',
    registers,
    async collect() {
      const gauges = await readGauges(deps);
      this.set(gauges.isFrozen ? 1 : 0);
      for (const { network, lagBlocks, silentMs } of gauges.chains) {
        lag.set({ network }, lagBlocks);
        silent.set({ network }, silentMs / SECOND_MS);
      }
      underWay.reset();
      for (const { state, count } of gauges.withdrawals) underWay.set({ state }, count);
      waiting.set({ kind: 'mail' }, gauges.mailsWaiting);
      waiting.set({ kind: 'webhook' }, gauges.eventsWaiting);
      runway.reset();
      for (const { currency, runwayTenthDays } of (await getPoolFigures(deps)).currencies)
        if (runwayTenthDays !== null) runway.set({ currency }, runwayTenthDays / TENTHS);
    },
  });
}

/** Measures every request, and answers /metrics: openly on a local network, elsewhere to who knows the token, and to nobody without one. */
export function registerMetrics(
  server: FastifyInstance,
  { registry, guard }: { registry: Registry; guard: MetricsGuard },
): void {
  const seconds = new Histogram({
    name: 'glasspool_http_request_seconds',
    help: 'How long requests took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
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
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** Who may read the metrics: everybody, nobody, or who knows a token, of which only the SHA-256 is kept. */
export type MetricsGuard = 'open' | 'closed' | { readonly tokenHash: string };

function mayRead(guard: MetricsGuard, authorization: string | undefined): boolean {
  if (typeof guard === 'string') return guard === 'open';
  const scheme = 'Bearer ';
  if (authorization?.startsWith(scheme) !== true) return false;
  return isTokenOf(guard.tokenHash, authorization.slice(scheme.length));
}
