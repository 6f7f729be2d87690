// Faults that the nemesis causes in a cluster. Each fault undoes itself.
import { randomInt } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseCluster, DatabaseNode } from '../database-cluster.ts';
import type { IsolatedHost } from '../hosts.ts';
import type { PoolProcesses } from '../pool-processes.ts';
import type { Service } from '../service.ts';

/** Parts of the cluster that faults affect. */
export interface Target {
  readonly pool: PoolProcesses;
  readonly database: DatabaseCluster;
  readonly hosts: readonly IsolatedHost[];
  /** Folder for configurations and logs. */
  readonly folder: string;
  /** Data folder of the pool, on a disk that a fault can fill. */
  readonly dataDir: string;
}

export interface Fault {
  readonly name: string;
  /** Frequency of the fault, relative to the others. */
  readonly weight: number;
  /** Causes the fault, waits, and undoes it. */
  readonly run: (target: Target) => Promise<void>;
}

/** Longer than the lease of a worker: when the worker wakes up, another one has taken over. */
const BEYOND_LEASE_MS = 14_000;
/** Twice the time that Patroni needs for a new primary. */
const NEW_PRIMARY_WITHIN_MS = 60_000;
const RESTART_AFTER_MS = 1_000;
const FULL_MS = 8_000;
/** Errors within and beyond the limit of the pool's clock guard. */
const SKEWS = ['+4m', '+3h', '-3h'] as const;

const killAndRestart = async (service: Service): Promise<void> => {
  await service.kill();
  await setTimeout(RESTART_AFTER_MS);
  service.start();
};

const pause = async (service: Service, ms: number): Promise<void> => {
  service.signal('SIGSTOP');
  await setTimeout(ms);
  service.signal('SIGCONT');
};

/** Leases move between the workers, so every worker holds some at times. */
const pickWorker = ({ pool }: Target): Service => pick(pool.workers).service;
const pickWeb = ({ pool }: Target): Service => pick(pool.webs).service;

async function findPrimary({ database, hosts }: Target): Promise<{ node: DatabaseNode; host: IsolatedHost }> {
  for (;;) {
    const node = await database.findPrimary();
    const host = hosts.find(({ name }) => name === node?.host.name);
    if (node !== undefined && host !== undefined) return { node, host };
    await setTimeout(500);
  }
}

/** Waits until a different host is the primary. Gives up after a while, so that the fault is undone in any case. */
async function waitForNewPrimary({ database }: Target, before: DatabaseNode): Promise<void> {
  const endsAt = performance.now() + NEW_PRIMARY_WITHIN_MS;
  while (performance.now() < endsAt) {
    const node = await database.findPrimary();
    if (node !== undefined && node !== before) return;
    await setTimeout(500);
  }
}

/** Fills the disk of a folder with one file, until disposed. */
function fillDisk(folder: string): Disposable {
  const file = `${folder}/filled-by-the-nemesis`;
  const block = Buffer.alloc(1 << 20);
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch {
    // The disk is full.
  }
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}

export const FAULTS: readonly Fault[] = [
  { name: 'web process killed', weight: 6, run: (target) => killAndRestart(pickWeb(target)) },
  { name: 'web process stopped for 5 s', weight: 4, run: (target) => pause(pickWeb(target), 5_000) },
  { name: 'worker killed', weight: 6, run: (target) => killAndRestart(pickWorker(target)) },
  {
    name: 'worker stopped beyond its lease',
    weight: 4,
    run: (target) => pause(pickWorker(target), BEYOND_LEASE_MS),
  },
  {
    name: 'signer killed',
    weight: 4,
    run: async ({ pool }) => {
      for (const signer of pool.signers) await signer.kill();
      for (const signer of pool.signers) signer.start();
    },
  },
  { name: 'active signer killed', weight: 4, run: ({ pool }) => killAndRestart(pick(pool.signers)) },
  { name: 'signer stopped for 5 s', weight: 2, run: ({ pool }) => pause(pick(pool.signers), 5_000) },
  { name: 'chains stopped for 5 s', weight: 2, run: ({ pool }) => pause(pool.chains, 5_000) },
  { name: 'proxy of the database killed', weight: 3, run: ({ database }) => killAndRestart(database.proxy) },
  {
    name: 'primary killed with its host',
    weight: 3,
    run: async (target) => {
      const { node, host } = await findPrimary(target);
      host.signal('SIGKILL');
      await waitForNewPrimary(target, node);
      await target.database.restart(node);
    },
  },
  {
    name: 'primary cut off',
    weight: 2,
    run: async (target) => {
      const { node, host } = await findPrimary(target);
      host.cut();
      await waitForNewPrimary(target, node);
      host.heal();
    },
  },
  {
    name: 'primary stopped with its host',
    weight: 1,
    run: async (target) => {
      const { node, host } = await findPrimary(target);
      host.signal('SIGSTOP');
      await waitForNewPrimary(target, node);
      host.signal('SIGCONT');
    },
  },
  {
    name: 'standby killed with its host',
    weight: 3,
    run: async (target) => {
      const { node } = await findPrimary(target);
      const standby = pick(target.database.nodes.filter((one) => one !== node));
      target.hosts.find(({ name }) => name === standby.host.name)?.signal('SIGKILL');
      await setTimeout(5_000);
      await target.database.restart(standby);
    },
  },
  {
    name: 'etcd without its majority for 15 s',
    weight: 1,
    run: async ({ database: { nodes } }) => {
      const lost = nodes.slice(0, 2);
      await Promise.all(lost.map(({ etcd }) => etcd.kill()));
      await setTimeout(15_000);
      for (const { etcd } of lost) etcd.start();
    },
  },
  {
    name: 'disk of the primary full',
    weight: 1,
    run: async (target) => {
      const { node } = await findPrimary(target);
      using _full = fillDisk(`${node.dataDir}/..`);
      await setTimeout(FULL_MS);
    },
  },
  {
    name: 'disk of the pool full',
    weight: 2,
    run: async ({ dataDir }) => {
      using _full = fillDisk(dataDir);
      await setTimeout(FULL_MS);
    },
  },
  {
    name: 'clock of a worker wrong',
    weight: 2,
    run: async (target) => {
      const service = pickWorker(target);
      const skew = pick(SKEWS);
      await service.stop();
      service.start(fakeTime(skew));
      await setTimeout(BEYOND_LEASE_MS);
      await service.stop();
      service.start();
    },
  },
];

/** Preloaded library that shows a program another time (faketime(1)). */
const FAKE_TIME_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

function fakeTime(skew: string): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: FAKE_TIME_LIBRARY,
    FAKETIME: skew,
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick.');
  return item;
}

/** Faults in a random order, with frequencies by weight, each at least once. */
export function schedule(faults: readonly Fault[], count: number): Fault[] {
  const weighted = faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
  const more = Array.from({ length: Math.max(0, count - faults.length) }, () => pick(weighted));
  const order = [...faults, ...more].map((fault) => ({ fault, at: randomInt(2 ** 32) }));
  return order.sort((one, other) => one.at - other.at).map(({ fault }) => fault);
}
