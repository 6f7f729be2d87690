import { NETWORKS, type Network, PoolError } from '@glasspool/core';
import {
  NETWORK_STEPS,
  type NetworkStepName,
  POOL_STEPS,
  type PoolStepName,
} from '@glasspool/server/operations';
import type { SolvencyDeps } from '@glasspool/solvency';
import { CLOCK_WRONG_BY_HOURS, type Server } from './facts.ts';
import { isWanted } from './violation.ts';
import type { World } from './world.ts';

/** Small pages, so that a kill can come between two pages of a run. */
const SMALL_PAGES = { collected: 3, paid: 2 };

/** Chances of the steps, relative to each other. */
const NETWORK_WEIGHTS: Readonly<Record<NetworkStepName, number>> = {
  scan: 4,
  rereadTransactions: 1,
  confirmDeposits: 3,
  reverseDeposits: 1,
  sendWithdrawals: 4,
  sweep: 2,
  settle: 5,
};
const POOL_WEIGHTS: Readonly<Record<PoolStepName, number>> = {
  recordGasTopUp: 2,
  runRewards: 5,
  matureInvestments: 3,
  rollOverReserves: 1,
  reconcile: 1,
  takeSnapshot: 1,
  anchorSnapshots: 1,
  refreshNotices: 1,
  sendMail: 1,
  purgeExpired: 1,
};

interface Worker {
  /** Name of the step, the same on both networks. */
  readonly kind: string;
  readonly name: string;
  readonly weight: number;
  readonly step: (deps: SolvencyDeps) => Promise<unknown>;
}

const STEPS: Readonly<Record<PoolStepName, Worker['step']>> = {
  ...POOL_STEPS,
  runRewards: (deps) => POOL_STEPS.runRewards(deps, SMALL_PAGES),
};

/** Every worker of a server. Two processes may run the same one at once, as after an expired lease. */
const WORKERS: readonly Worker[] = [
  ...NETWORKS.flatMap((network) =>
    namesOf(NETWORK_STEPS).map(
      (kind): Worker => ({
        kind,
        name: `${kind} ${network}`,
        weight: NETWORK_WEIGHTS[kind],
        step: (deps) => NETWORK_STEPS[kind](deps, network),
      }),
    ),
  ),
  ...namesOf(STEPS).map(
    (kind): Worker => ({ kind, name: kind, weight: POOL_WEIGHTS[kind], step: STEPS[kind] }),
  ),
];

const BAG = WORKERS.flatMap((worker) => Array<Worker>(worker.weight).fill(worker));

/** Chance that a process starts a worker that another process is running, as after an expired lease. */
const COLLISION_CHANCE = 0.4;

/** Starts one step of a worker of a process, unless that process is running it already. */
export function startWorker(world: World, server: Server): void {
  const { scheduler, random } = world;
  const busy = WORKERS.filter(({ name }) =>
    world.servers.some(({ life }) => life !== server.life && scheduler.isRunning(life, name)),
  );
  const isCollision = busy.length > 0 && random.fraction() < COLLISION_CHANCE;
  start(world, server, world.pick(isCollision ? busy : BAG));
}

/** Starts the worker of a process that scans the blocks of a network. */
export function startScan(world: World, server: Server, network: Network): void {
  start(world, server, findWorker(`scan ${network}`));
}

function findWorker(name: string): Worker {
  const worker = WORKERS.find((one) => one.name === name);
  if (worker === undefined) throw new Error(`No worker is called ${name}.`);
  return worker;
}

function start(world: World, server: Server, worker: Worker): void {
  const { scheduler, counters } = world;
  if (scheduler.isRunning(server.life, worker.name)) return;
  if (world.servers.some(({ life }) => life !== server.life && scheduler.isRunning(life, worker.name)))
    counters.count(`two processes at once: ${worker.kind}`);
  scheduler.start(server.life, worker.name, () => runStep(world, server, worker));
}

async function runStep(world: World, { deps, life }: Server, { name, step }: Worker): Promise<void> {
  try {
    await step(deps);
  } catch (error) {
    if (isBehindBooks(world, error)) world.counters.count('worker waits for a clock that is hours behind');
    else world.recordFailure(error, `${name}@${life.process}`);
  }
}

/** Returns true for the refusal of a clock that is hours behind the closing date of the books. The worker tries again (docs/books.md). */
function isBehindBooks({ counters }: World, error: unknown): boolean {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const isUnavailable = (one: unknown): boolean => one instanceof PoolError && one.code === 'UNAVAILABLE';
  return (
    counters.get(CLOCK_WRONG_BY_HOURS) > 0 &&
    errors.some(isUnavailable) &&
    errors.every((one) => isUnavailable(one) || isWanted(one))
  );
}

/** Runs every worker once, one at a time. Used at the end of a story. */
export async function runEveryWorker(world: World, server: Server): Promise<void> {
  for (const { name } of WORKERS) await runWorker(world, server, name);
}

/** Runs one worker once, with no other task. */
export async function runWorker(world: World, server: Server, name: string): Promise<void> {
  const worker = findWorker(name);
  world.scheduler.start(server.life, name, () => runStep(world, server, worker));
  await world.scheduler.drain();
}

/** Names of a record, with their declared type. */
function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  // Object.keys returns strings; this record has no other names.
  return Object.keys(record) as Name[];
}
