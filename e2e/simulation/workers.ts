import { NETWORKS } from '@glasspool/core';
import {
  anchorSnapshots,
  confirmDeposits,
  confirmWithdrawals,
  followAdopted,
  matureInvestments,
  type PoolDeps,
  purgeExpired,
  recordGasTopUp,
  recordReconciliations,
  refreshNotices,
  reverseDeposits,
  rollOverReserves,
  runRewards,
  runSweeps,
  scanChain,
  sendMail,
  sendWithdrawals,
  takeDueSnapshot,
} from '@glasspool/pool';
import type { Server } from './facts.ts';
import type { World } from './world.ts';

/** A page of one investment shows what happens between pages. */
const SMALL_PAGES = { collected: 2, paid: 1 };

interface Worker {
  readonly name: string;
  /** Chance of being chosen, relative to the others. */
  readonly weight: number;
  readonly step: (deps: PoolDeps) => Promise<unknown>;
}

const CHAIN_WORKERS: readonly Worker[] = NETWORKS.flatMap((network): Worker[] => [
  { name: `scan ${network}`, weight: 4, step: (deps) => scanChain(deps, network) },
  { name: `confirm deposits of ${network}`, weight: 3, step: (deps) => confirmDeposits(deps, network) },
  { name: `reverse deposits of ${network}`, weight: 1, step: (deps) => reverseDeposits(deps, network) },
  { name: `send withdrawals of ${network}`, weight: 4, step: (deps) => sendWithdrawals(deps, network) },
  { name: `confirm withdrawals of ${network}`, weight: 4, step: (deps) => confirmWithdrawals(deps, network) },
  { name: `sweep ${network}`, weight: 2, step: (deps) => runSweeps(deps, network) },
  { name: `follow adopted of ${network}`, weight: 1, step: (deps) => followAdopted(deps, network) },
]);

/** Every worker of a server. Two processes may run the same one at once, as after a lease that ran out. */
const WORKERS: readonly Worker[] = [
  ...CHAIN_WORKERS,
  { name: 'record gas', weight: 1, step: recordGasTopUp },
  { name: 'run rewards', weight: 5, step: (deps) => runRewards(deps, SMALL_PAGES) },
  { name: 'mature investments', weight: 3, step: matureInvestments },
  { name: 'roll over reserves', weight: 1, step: rollOverReserves },
  { name: 'reconcile', weight: 1, step: recordReconciliations },
  { name: 'take a snapshot', weight: 1, step: takeDueSnapshot },
  { name: 'anchor snapshots', weight: 1, step: anchorSnapshots },
  { name: 'refresh notices', weight: 1, step: refreshNotices },
  { name: 'send mail', weight: 1, step: sendMail },
  { name: 'purge', weight: 1, step: purgeExpired },
];

const BAG = WORKERS.flatMap((worker) => Array<Worker>(worker.weight).fill(worker));

/** Starts one step of a worker of a process, unless that process is at it already. */
export function startWorker(world: World, server: Server, worker = world.pick(BAG)): void {
  const { scheduler, counters } = world;
  if (scheduler.isRunning(server.life, worker.name)) return;
  if (world.servers.some(({ life }) => life !== server.life && scheduler.isRunning(life, worker.name)))
    counters.count(`two processes ${worker.name} at once`.replace(/ of (BSC|TRON)| (BSC|TRON)/, ''));
  scheduler.start(server.life, worker.name, () => runStep(world, server, worker));
}

async function runStep(world: World, { deps, life }: Server, { name, step }: Worker): Promise<void> {
  try {
    await step(deps);
  } catch (error) {
    world.noteFailure(error, `${name}@${life.process}`);
  }
}

/** Runs every worker once, alone. For the end of a story. */
export async function runEveryWorker(world: World, server: Server): Promise<void> {
  for (const worker of WORKERS) {
    world.scheduler.start(server.life, worker.name, () => runStep(world, server, worker));
    await world.scheduler.drain();
  }
}
