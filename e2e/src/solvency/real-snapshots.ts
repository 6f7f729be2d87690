// Snapshots of a pool with many users on the local chains: real signatures, a real anchor, files in memory that a test may change.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BscChain } from '@glasspool/chains/bsc';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import {
  LOCAL_FINALITY_BLOCKS,
  mintTestToken,
  sendTestBnb,
  sendTestTrx,
  startLocalChains,
} from '@glasspool/chains/local';
import { TronChain } from '@glasspool/chains/tron';
import { createId, NETWORKS, type UserId } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { ManualClock } from '@glasspool/core/testing';
import { Database, migrateToLatest } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { fundReserve } from '@glasspool/pool/reserve';
import { type ChainView, FILE_NAMES, type FileName, readAll } from '@glasspool/proof';
import { takeSnapshot } from '@glasspool/solvency';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { connectNodes } from 'glasspool-verify';

const BLOCK_MS = 100;
const POLL_MS = 50;
const COIN = 10n ** 18n;

/** Published files, by snapshot and name. */
export type Published = ReadonlyMap<string, Uint8Array>;

export interface RealSnapshots extends AsyncDisposable {
  readonly published: Published;
  readonly chains: ChainView;
  readonly newest: number;
}

/** Makes two snapshots of a pool in which so many users hold something, and anchors both. */
export async function makeRealSnapshots(users: number): Promise<RealSnapshots> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-solvency-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const local = stack.use(
    await startLocalChains({ bscBlockMs: BLOCK_MS, tronBlockMs: BLOCK_MS, timeOffsetMs: 0, now: Date.now }),
  );
  const keys = deriveKeys(createMnemonic());
  const bsc = stack.use(
    new BscChain({
      network: 'local',
      rpcUrl: local.bscUrl,
      usdtContract: local.usdtContract,
      finality: { kind: 'depth', blocks: LOCAL_FINALITY_BLOCKS },
      feePerGas: { minWei: 0n, maxWei: 100_000_000_000n },
      blockAgeMaxMs: null,
      keys: keys.BSC,
    }),
  );
  const tron = new TronChain({ network: 'local', rpcUrl: local.tronUrl, keys: keys.TRON });
  const db = stack.use(new Database(() => `sqlite:${join(folder, 'pool.sqlite')}`));
  await migrateToLatest(db);
  // The local chains' blocks have the time of this machine, and no chain may be ahead of the clock.
  const pool = await new TestPoolWithSnapshots(
    db,
    {},
    { BSC: bsc, TRON: tron },
    new ManualClock(Date.now()),
  ).start();
  await mintTestToken(local.bscUrl, bsc.deriveAddress(0), 10_000_000n * COIN);
  await sendTestTrx(local.tronUrl, tron.deriveAddress(0), 10_000_000_000_000n);
  await sendTestBnb(local.bscUrl, bsc.deriveAddress(0), COIN);
  await scanUntil(pool, async () => (await countCredited(pool)) === NETWORKS.length);
  await recordGasTopUp(pool.deps);
  await fundReserve(pool.deps, { currency: 'USDT', amountMicro: 1_000_000_000n });
  await endowUsers(pool, users);
  for (const [snapshot, amountMicro] of [5_000_000n, 7_000_000n].entries()) {
    await fundReserve(pool.deps, { currency: 'TRX', amountMicro });
    await takeSnapshot(pool.deps, 'requested');
    await scanUntil(pool, async () => {
      await pool.anchor();
      return (await countAnchored(pool)) === snapshot + 1;
    });
  }
  const chains = connectNodes({
    bscUrl: local.bscUrl,
    tronUrl: local.tronUrl,
    usdtContract: local.usdtContract,
  });
  const published = await collect(pool, 1);
  const owned = stack.move();
  return { published, chains, newest: 1, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Gives users what the hot wallet received, as an admin attributes receipts. */
async function endowUsers(pool: TestPoolWithSnapshots, users: number): Promise<void> {
  const { db, clock, random } = pool.deps;
  await db.transaction(async (tx) => {
    for (let index = 0; index < users; index += 1) {
      const userId: UserId = createId('user', { clock, random });
      await tx
        .insertInto('user')
        .values({
          id: userId,
          email: `user${index}@example.org`,
          userName: `user${index}`,
          passwordHash: '-',
          role: 'user',
          referralCode: `code${index}`,
          referredBy: null,
          lockedAt: null,
          createdAt: clock.now(),
        })
        .execute();
      const currency = index % 3 === 0 ? 'TRX' : 'USDT';
      const receipt = {
        depositId: createId('deposit', { clock, random }),
        userId,
        currency,
        amountMicro: BigInt(1_000_000 + index * 1_001),
      } as const;
      await postNew(tx, transfers.attributeReceipt(receipt, 0n), clock.now());
    }
  });
}

async function scanUntil(pool: TestPoolWithSnapshots, isDone: () => Promise<boolean>): Promise<void> {
  for (;;) {
    pool.clock.advance(Date.now() - pool.clock.now());
    await pool.scan();
    if (await isDone()) return;
    await setTimeout(POLL_MS);
  }
}

async function countCredited(pool: TestPoolWithSnapshots): Promise<number> {
  const rows = await pool.deps.db.read
    .selectFrom('deposit')
    .select('id')
    .where('state', '=', 'credited')
    .execute();
  return rows.length;
}

async function countAnchored(pool: TestPoolWithSnapshots): Promise<number> {
  const rows = await pool.deps.db.read
    .selectFrom('snapshot')
    .select('number')
    .where('anchoredAt', 'is not', null)
    .execute();
  return rows.length;
}

async function collect(pool: TestPoolWithSnapshots, newest: number): Promise<Published> {
  const files = new Map<string, Uint8Array>();
  for (let number = 0; number <= newest; number += 1)
    for (const name of FILE_NAMES)
      files.set(toKey(number, name), await readAll(pool.deps.snapshots.read(number, name)));
  return files;
}

export function toKey(number: number, name: FileName): string {
  return `${number}/${name}`;
}
