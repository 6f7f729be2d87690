// Goal: work beside the serving thread comes to what it would come to on it, by the pool's clock, and work that is cut short fails and leaves
// nothing that counts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Database, migrateToLatest } from '@glasspool/db';
import { verifyBooks } from '@glasspool/pool/books';
import { runRewards } from '@glasspool/pool/rewards';
import { expectBalances } from '@glasspool/pool/testing';
import { toHex, verifySnapshot } from '@glasspool/proof';
import { holdLease } from '@glasspool/server/operations';
import { getUserProof, listOwnEntries, type SolvencyDeps, takeSnapshot } from '@glasspool/solvency';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSnapshotFiles } from '../adapters/snapshot-files.ts';
import { Threads } from './threads.ts';

let dataDir: string;
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasspool-thread-'));
  db = new Database(() => `sqlite:${join(dataDir, 'glasspool.db')}`);
  await migrateToLatest(db);
});

afterEach(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true });
});

it('is right by every check that chains in memory allow, and proves to each user what is theirs', async () => {
  const pool = await new TestPoolWithSnapshots(db).start();
  await pool.fundReserve('USDT', '1000');
  const alice = await pool.investor('alice', 'USDT', '1000');
  await using threads = new Threads(dataDir);
  const deps = {
    ...pool.deps,
    snapshots: createSnapshotFiles(dataDir),
    buildSnapshot: threads.buildSnapshot,
  };
  for (const number of [0, 1]) {
    await pool.deposit(alice, 'TRX', '5');
    expect(await takeSnapshot(deps, 'requested')).toBe(number);
  }
  const failed: string[] = [];
  const options = { files: deps.snapshots, snapshotNumber: 1, depthMin: 1, nowMs: pool.clock.now() };
  for await (const check of verifySnapshot(options)) if (check.status === 'failed') failed.push(check.name);
  expect(failed).toEqual(['Every reserve address has one proof of control']);
  const row = await db.read
    .selectFrom('snapshot')
    .selectAll()
    .where('number', '=', 1)
    .executeTakeFirstOrThrow();
  expect(row.cutOffAt).toBe(pool.clock.now());
  const proof = await getUserProof(deps, { userId: alice, snapshotNumber: 1 });
  expect([proof.usdt, proof.trx]).toEqual([1_000_000_000n, 10_000_000n]);
  expect(toHex(proof.manifest)).toBe(row.manifest);
  const { total } = await listOwnEntries(deps, { userId: alice, snapshotNumber: 1, page: 1, limit: 10 });
  expect(total).toBe(1);
});

it('pays a reward run on a thread, and the screens hear of it', async () => {
  const pool = await new TestPoolWithSnapshots(db).start();
  await pool.fundReserve('USDT', '1000');
  const alice = await pool.investor('alice', 'USDT', '1000');
  await using threads = new Threads(dataDir, { largeRun: 1 });
  const onThread = vi.fn(threads.finishRewardRun);
  const heard: string[] = [];
  pool.deps.events.subscribe({ userId: alice, role: 'user' }, ({ type }) => heard.push(type));
  pool.advanceHours(24);
  // While the thread writes, so does this one.
  const [runs] = await Promise.all([
    runRewards({ ...pool.deps, finishRewardRun: onThread }),
    pool.signUp('bob'),
    pool.deposit(alice, 'TRX', '7'),
  ]);
  expect(onThread).toHaveBeenCalledOnce();
  expect(runs).toMatchObject([{ state: 'closed', investments: 1 }]);
  const { closedAt } = await db.read.selectFrom('rewardRun').select('closedAt').executeTakeFirstOrThrow();
  // By the pool’s clock, which is months away from the machine’s.
  expect((closedAt ?? 0) - pool.clock.now()).toBeLessThan(3_600_000);
  expect(closedAt).toBeGreaterThanOrEqual(pool.clock.now());
  await expectBalances(pool, alice, 'USDT', { invested: '1000.000000', withdrawable: '20.000000' });
  expect(heard).toContain('rewards.paid');
  expect(await verifyBooks(pool.deps)).toEqual([]);
});

it('writes nothing under a lease that another process has taken over', async () => {
  const pool = await new TestPoolWithSnapshots(db).start();
  await pool.fundReserve('USDT', '1000');
  const alice = await pool.investor('alice', 'USDT', '1000');
  await using threads = new Threads(dataDir, { largeRun: 1 });
  const request = { worker: 'runRewards', durationMs: 0 };
  const lost = await holdLease(pool.deps, { ...request, holder: 'paused' });
  pool.advanceHours(24);
  const deps: SolvencyDeps = {
    ...pool.deps,
    // It loses the lease while the thread starts, after the run was opened.
    finishRewardRun: async (...run) => {
      const taken = await holdLease({ db: other }, { ...request, holder: 'next' });
      expect(taken?.token).toBeGreaterThan(lost?.token ?? 0);
      return threads.finishRewardRun(...run);
    },
  };
  await using other = new Database(() => `sqlite:${join(dataDir, 'glasspool.db')}`);
  if (lost === undefined) throw new Error('The lease was not free.');
  await expect(db.fenced(lost, () => runRewards(deps))).rejects.toThrow('taken over');
  await expectBalances(pool, alice, 'USDT', { invested: '1000.000000', withdrawable: '0.000000' });
});

it('fails when it is cut short, and when the thread fails', async () => {
  const pool = await new TestPoolWithSnapshots(db).start();
  const threads = new Threads(dataDir);
  const never = new Promise<number>(() => undefined);
  const cutShort = threads.buildSnapshot({ ...pool.deps, draft: 'snd_1', readNow: () => never });
  const rejected = expect(cutShort).rejects.toThrow('before it was done');
  await setTimeout(50);
  await threads[Symbol.asyncDispose]();
  await rejected;
  await using other = new Threads(join(dataDir, 'nothing-here'));
  await expect(
    other.buildSnapshot({ ...pool.deps, draft: 'snd_2', readNow: async () => 0 }),
  ).rejects.toThrow();
  expect(await db.read.selectFrom('snapshot').select('number').execute()).toEqual([]);
});
