// `npm run bench -- idle` measures what each worker's step costs while there is nothing to do, in a pool of 100,000 users and 1,000,000
// transactions in SQLite, beside the same step in an empty pool in the same run. The chains are in memory and answer at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, migrateToLatest } from '@glasspool/db';
import { EventDeliveries } from '@glasspool/identity/webhooks';
import { NETWORK_STEPS, POOL_STEPS } from '@glasspool/server/operations';
import type { SolvencyDeps } from '@glasspool/solvency';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { printFigure, printHead } from './figure.ts';
import { copyLargePool } from './large-pool.ts';

const ROUNDS = 20;
const US_PER_MS = 1_000;
const NOW = Date.UTC(2026, 11, 14);

// A snapshot is due in the copied pool: that step is not idle.
const { takeSnapshot: _takeSnapshot, ...IDLE_STEPS } = POOL_STEPS;

const STEPS: readonly (readonly [string, (deps: SolvencyDeps) => Promise<unknown>])[] = [
  ...Object.entries(NETWORK_STEPS).map(
    ([name, step]) => [name, (deps: SolvencyDeps) => step(deps, 'BSC')] as const,
  ),
  ...Object.entries(IDLE_STEPS),
  ['deliverEvents', (deps) => new EventDeliveries().step(deps)],
];

/** CPU of one step in ms: the mean of several rounds after a first one, in which there may still be something to do. */
async function measure(deps: SolvencyDeps, step: (deps: SolvencyDeps) => Promise<unknown>): Promise<number> {
  await step(deps);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) await step(deps);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / US_PER_MS / ROUNDS;
}

async function prepare(database: Database): Promise<SolvencyDeps> {
  const pool = new TestPoolWithSnapshots(database);
  pool.clock.advance(NOW - pool.clock.now());
  await pool.start();
  // Rewards and maturities of the months before are work to do, not idling.
  while ((await POOL_STEPS.runRewards(pool.deps)).length > 0);
  while ((await POOL_STEPS.matureInvestments(pool.deps)) > 0);
  return pool.deps;
}

const folder = mkdtempSync(join(tmpdir(), 'glasspool-idle-'));
{
  await using empty = new Database(() => `sqlite:${join(folder, 'empty.db')}`);
  await migrateToLatest(empty);
  await copyLargePool(join(folder, 'large.db'));
  await using large = new Database(() => `sqlite:${join(folder, 'large.db')}`);
  const [emptyDeps, largeDeps] = [await prepare(empty), await prepare(large)];
  printHead();
  for (const [name, step] of STEPS) {
    const [emptyMs, largeMs] = [await measure(emptyDeps, step), await measure(largeDeps, step)];
    printFigure({
      name: `step ${name}, beside an empty pool`,
      measured: largeMs,
      baseline: emptyMs,
      unit: 'ms',
    });
  }
}
rmSync(folder, { recursive: true });
