// Goal: an operator who edits the database of an honest pool cannot silently change liabilities, reserves, terms or history. The next
// snapshot, made by the pool's own code with every digest right, is refused by anyone, or by the affected user.
// Method: random edits of any row and column through SQL, without triggers, foreign keys and checks, each from a seed that a failure names.
// Each edit starts from a copy of the same pool, which has two snapshots, a reward run, a final withdrawal and an open one.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PoolError, type UserId } from '@glasspool/core';
import { SeededRandom } from '@glasspool/core/testing';
import { Database, migrateToLatest } from '@glasspool/db';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { runRewards } from '@glasspool/pool/rewards';
import { editDatabase } from '@glasspool/pool/testing';
import { requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import {
  decodeManifest,
  FILE_NAMES,
  type OwnCheckOptions,
  readAll,
  toHex,
  verifyOwn,
  verifySnapshot,
} from '@glasspool/proof';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SolvencyDeps } from './deps.ts';
import { getUserProof, listOwnEntries, takeSnapshot } from './index.ts';
import { MemorySnapshots, TestPoolWithSnapshots } from './testing/index.ts';

/** `npm run check:long` makes 2,000 edits. */
const EDITS = Number(process.env['EDITS'] ?? 400);
const PATIENCE_MS = 1_800_000;
const NEWEST = 2;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Checks that are left out: chains in memory do not sign statements as wallets do, and are not asked for anchors here. */
const NOT_HERE = new Set(['statements', 'anchor']);

type Users = Readonly<Record<string, UserId>>;

let folder: string;
let pool: TestPoolWithSnapshots;
let users: Users;
let template: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-edits-'));
  template = new Database(() => `sqlite:${join(folder, 'template.db')}`);
  await migrateToLatest(template);
  pool = await new TestPoolWithSnapshots(template).start();
  pool.bsc.fundGas(10n ** 18n);
  await recordGasTopUp(pool.deps);
  await pool.fundReserve('USDT', '1000');
  const alice = await pool.investor('alice', 'USDT', '1000');
  const bob = await pool.investor('bob', 'USDT', '700.5', alice);
  const carol = await pool.signUp('carol');
  await pool.deposit(carol, 'TRX', '250.5');
  users = { alice, bob, carol };
  await takeSnapshot(pool.deps, 'daily');
  pool.advanceHours(24);
  await runRewards(pool.deps);
  await withdraw(alice, '10');
  await takeSnapshot(pool.deps, 'daily');
  pool.advanceHours(24);
  await runRewards(pool.deps);
  await pool.deposit(bob, 'USDT', '33');
  await withdraw(bob, '10', false);
  await sql`pragma wal_checkpoint(truncate)`.execute(template.untyped());
}, PATIENCE_MS);
afterAll(async () => {
  await template.close();
  rmSync(folder, { recursive: true });
});

async function withdraw(userId: UserId, amount: string, isFinal = true): Promise<void> {
  await requestWithdrawal(pool.deps, {
    userId,
    currency: 'USDT',
    address: OUTSIDE,
    amountMicro: BigInt(amount) * 1_000_000n,
  });
  if (!isFinal) return;
  await sendWithdrawals(pool.deps, 'BSC');
  pool.bsc.finalize();
  await pool.scan();
  await pool.settle('BSC');
}

/** Copies the pool, with a database and snapshots of its own. */
async function copyPool(name: string): Promise<{ deps: SolvencyDeps; database: Database }> {
  const path = join(folder, `${name}.db`);
  copyFileSync(join(folder, 'template.db'), path);
  const database = new Database(() => `sqlite:${path}`);
  const snapshots = new MemorySnapshots();
  for (let number = 0; number < NEWEST; number += 1)
    for (const file of STORED_FILES)
      await snapshots.write(number, file, [await readAll(pool.deps.snapshots.read(number, file))]);
  return { deps: { ...pool.deps, db: database, snapshots }, database };
}

const STORED_FILES = [...FILE_NAMES, 'blocks.bin', 'journal-hashes.bin', 'receipts.bin'] as const;

/** Describes all claims, reserves, terms and the history of a snapshot. The random split of balances is left out. */
async function describeSnapshot(deps: SolvencyDeps): Promise<string> {
  const read = (name: (typeof STORED_FILES)[number]) => readAll(deps.snapshots.read(NEWEST, name));
  const {
    root,
    leafCount: _count,
    leafFileDigest: _leaves,
    ...manifest
  } = decodeManifest(await read('manifest.bin'));
  const own: unknown[] = [];
  for (const [name, userId] of Object.entries(users)) {
    const { usdt, trx, email } = await getUserProof(deps, { userId, snapshotNumber: NEWEST });
    own.push([name, email, usdt, trx]);
  }
  const plain = (_key: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? toHex(value) : value;
  const names = ['journal.bin', 'terms.json', 'reserves.json', 'in-flight.json', 'checkpoint.json'] as const;
  const files = await Promise.all(names.map(async (name) => toHex(await read(name))));
  return JSON.stringify([manifest, [root.usdt, root.trx], own, files], plain);
}

/** Returns the person who notices the edit, with the failed check; undefined when all checks pass. */
async function findNoticed(deps: SolvencyDeps): Promise<string | undefined> {
  for await (const { id, status } of verifySnapshot({
    files: deps.snapshots,
    snapshotNumber: NEWEST,
    nowMs: 0,
    depthMin: 0,
  }))
    if (status === 'failed' && id !== undefined && !NOT_HERE.has(id)) return `anyone: ${id}`;
  for (const [name, userId] of Object.entries(users)) {
    const failed = verifyOwn(await readOwnPart(deps, { name, userId })).find(
      ({ status, name: check }) => status === 'failed' && check !== 'anchor',
    );
    if (failed !== undefined) return `${name}: ${failed.name}`;
  }
  return undefined;
}

/**
 * Reads a user's own part, with the receipt that the user kept from the previous snapshot. The email comes from the user, not from the
 * pool.
 */
async function readOwnPart(
  deps: SolvencyDeps,
  { name, userId }: { name: string; userId: UserId },
): Promise<OwnCheckOptions> {
  const proof = await getUserProof(deps, { userId, snapshotNumber: NEWEST });
  const { entries } = await listOwnEntries(deps, { userId, snapshotNumber: NEWEST, page: 1, limit: 100 });
  const { usdt, trx } = await getUserProof(pool.deps, { userId, snapshotNumber: NEWEST - 1 });
  return {
    proof,
    entries,
    areEntriesComplete: true,
    earlier: { snapshotNumber: NEWEST - 1, usdt, trx },
    email: `${name}@example.org`,
    anchor: undefined,
  };
}

interface Result {
  readonly what: string;
  /** `no effect`, `no snapshot`, or the person who notices the edit; undefined when no one does. */
  readonly outcome: string | undefined;
}

async function play(seed: number, honest: string): Promise<Result | undefined> {
  const { deps, database } = await copyPool(`edit-${seed}`);
  try {
    const { what, isDone } = await editDatabase(database, new SeededRandom(seed));
    if (!isDone) return undefined;
    try {
      await takeSnapshot(deps, 'daily');
    } catch {
      // A pool that cannot publish is silent, and everyone sees that.
      return { what, outcome: 'no snapshot' };
    }
    try {
      if ((await describeSnapshot(deps)) === honest) return { what, outcome: 'no effect' };
      return { what, outcome: await findNoticed(deps) };
    } catch (error) {
      if (error instanceof PoolError) return { what, outcome: `a user: ${error.code}` };
      // The server fails when the user asks for their part.
      return { what, outcome: 'a user: no answer' };
    }
  } finally {
    await database.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `edit-${seed}.db${end}`), { force: true });
  }
}

describe('an edit of the database', () => {
  it(
    `changes no claim, reserve, term or history in silence (${EDITS} edits)`,
    async () => {
      const { deps, database } = await copyPool('honest');
      await takeSnapshot(deps, 'daily');
      const honest = await describeSnapshot(deps);
      expect(await findNoticed(deps)).toBeUndefined();
      await database.close();
      const results: Result[] = [];
      for (let seed = 1; results.length < EDITS; seed += 1) {
        const result = await play(seed, honest);
        if (result !== undefined) results.push(result);
      }
      const silent = results.filter(({ outcome }) => outcome === undefined).map(({ what }) => what);
      expect([...new Set(silent)].filter((what) => !LIMITS.some((limit) => limit.test(what)))).toEqual([]);
      // The test proves nothing if too many edits change nothing at all.
      const counted = results.filter(({ outcome }) => outcome !== 'no effect').length;
      expect(counted).toBeGreaterThan(EDITS / 8);
    },
    PATIENCE_MS,
  );
});

/** Edits that change what is published and break no rule (docs/proof-of-solvency.md, Limits). */
const LIMITS: readonly RegExp[] = [
  // An address is left out of the reserves, but the others still cover the liabilities.
  /^wallet\.(?:network|address) becomes|^a row of wallet is deleted$/,
];
