// Goal: a snapshot agrees with the books while money moves, and every user can check their own part of it.
// Method: both databases; chains in memory. The auditor's checks with real signatures are tested in e2e.

import { transfers } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { postNew } from '@glasspool/ledger';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { runRewards } from '@glasspool/pool/rewards';
import { expectRefusal } from '@glasspool/pool/testing';
import { requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import {
  decodeEntry,
  decodeManifest,
  getPseudonym,
  isConsistent,
  isIncluded,
  isInTree,
  JournalReplay,
  LOG_BLOCK_ROWS,
  leafDigest,
  leafKey,
  logLeaf,
  type Manifest,
  manifestDigest,
  readAll,
  readJournal,
  receiptMessage,
  sumRows,
  toHex,
  verifySnapshot,
} from '@glasspool/proof';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import {
  getConsistencyProof,
  getUserProof,
  listMovements,
  listOwnEntries,
  listSnapshots,
  recordVerified,
  takeSnapshot,
} from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const PATIENCE_MS = 300_000;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function getLog(manifest: Manifest | undefined): { length: number; root: Uint8Array } {
  if (manifest === undefined) throw new Error('There is no such snapshot.');
  return { length: manifest.journalLength, root: manifest.journalHeadDigest };
}

describeEachDatabase('a snapshot', (open) => {
  async function poolWithUsers() {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    const bob = await pool.signUp('bob');
    await pool.deposit(bob, 'TRX', '250.5');
    return { pool, alice, bob, connect };
  }

  const getManifest = async (pool: TestPoolWithSnapshots, number: number) =>
    decodeManifest(await readAll(pool.deps.snapshots.read(number, 'manifest.bin')));

  async function getReplay(pool: TestPoolWithSnapshots, upTo: number): Promise<JournalReplay> {
    const replay = new JournalReplay();
    for (let number = 0; number <= upTo; number += 1)
      for (const row of readJournal(await readAll(pool.deps.snapshots.read(number, 'journal.bin'))))
        replay.apply(decodeEntry(row));
    return replay;
  }

  it('says what is owed and held, to the last micro-unit, withdrawals under way included', async () => {
    const { pool, alice } = await poolWithUsers();
    expect(await takeSnapshot(pool.deps, 'daily')).toBe(0);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('5'),
    });
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await takeSnapshot(pool.deps, 'rewards')).toBe(1);
    const [first, second] = [await getManifest(pool, 0), await getManifest(pool, 1)];
    expect(first.usdt).toEqual({
      custody: micro('2000'),
      inFlight: 0n,
      receivable: 0n,
      owed: micro('1000'),
      reserve: micro('1000'),
      payable: 0n,
      ownFunds: 0n,
      dust: 0n,
    });
    expect(first.trx.owed).toBe(micro('250.5'));
    // Pitfall: withdrawals under way are left out of what is owed
    expect(second.usdt).toMatchObject({ owed: micro('1020'), reserve: micro('980'), inFlight: micro('5') });
    expect(toHex(second.prevManifestDigest)).toBe(
      toHex(manifestDigest(await readAll(pool.deps.snapshots.read(0, 'manifest.bin')))),
    );
    // A verifier can ask which transactions were signed since a time.
    const { txHash } = await pool.deps.db.read
      .selectFrom('outgoingTransaction')
      .select('txHash')
      .executeTakeFirstOrThrow();
    const now = pool.clock.now();
    expect(await listMovements(pool.deps, { since: now })).toEqual([{ network: 'BSC', txHash }]);
    expect(await listMovements(pool.deps, { since: now + 1 })).toEqual([]);
    const replay = await getReplay(pool, 1);
    expect(replay.figures('USDT')).toMatchObject({
      owed: micro('1020'),
      reserve: micro('980'),
      inFlight: micro('5'),
    });
    expect([...replay.runs.values()]).toMatchObject([
      { fixed: micro('20'), paid: micro('20'), returned: 0n, reserveBefore: micro('1000') },
    ]);
  });

  it('passes every check of an auditor but the signatures, which chains in memory do not have', async () => {
    const { pool } = await poolWithUsers();
    await takeSnapshot(pool.deps, 'daily');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await takeSnapshot(pool.deps, 'rewards');
    const failed: string[] = [];
    const options = { files: pool.deps.snapshots, snapshotNumber: 1, depthMin: 1, nowMs: pool.clock.now() };
    for await (const check of verifySnapshot(options)) if (check.status === 'failed') failed.push(check.name);
    expect(failed).toEqual(['Every reserve address has one proof of control']);
  });

  it('is read though someone sent an address of the pool all that a token can count', async () => {
    const { pool } = await poolWithUsers();
    pool.bsc.deposit(pool.bsc.deriveAddress(1), 2n ** 256n - 10n ** 22n);
    pool.bsc.finalize();
    await pool.scan();
    await takeSnapshot(pool.deps, 'daily');
    const failed: string[] = [];
    const options = { files: pool.deps.snapshots, snapshotNumber: 0, depthMin: 1, nowMs: pool.clock.now() };
    for await (const check of verifySnapshot(options)) if (check.status === 'failed') failed.push(check.name);
    expect(failed).toEqual(['Every reserve address has one proof of control']);
  });

  it('gives each user a receipt and paths that only they can have', async () => {
    const { pool, alice, bob } = await poolWithUsers();
    await takeSnapshot(pool.deps, 'daily');
    for (const userId of [alice, bob]) {
      const proof = await getUserProof(pool.deps, { userId, snapshotNumber: 0 });
      const manifest = decodeManifest(proof.manifest);
      const digest = manifestDigest(proof.manifest);
      const message = receiptMessage({ ...proof, manifestDigest: digest });
      expect(ed25519.verify(proof.signature, message, manifest.statementPublicKey)).toBe(true);
      const key = leafKey({ nonce: proof.nonce, email: proof.email, snapshotNumber: 0 });
      for (const { position, leaf, path } of proof.leaves) {
        expect(toHex(leafDigest(key, { ...leaf, position }))).toBe(toHex(leaf.digest));
        const { leafCount, root } = manifest;
        expect(isInTree(leaf, { position, leafCount, path, root })).toBe(true);
      }
      expect(proof.leaves.reduce((sum, { leaf }) => sum + leaf.usdt, 0n)).toBe(proof.usdt);
      expect(proof.leaves.reduce((sum, { leaf }) => sum + leaf.trx, 0n)).toBe(proof.trx);
    }
    await recordVerified(pool.deps, { userId: alice, snapshotNumber: 0 });
    await recordVerified(pool.deps, { userId: alice, snapshotNumber: 0 });
    await recordVerified(pool.deps, { userId: bob, snapshotNumber: 0 });
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 1 });
    expect(snapshots).toMatchObject([{ verifiedBy: 2 }]);
    const carol = await pool.signUp('carol');
    await expectRefusal(pool, 'NOT_FOUND', () =>
      recordVerified(pool.deps, { userId: carol, snapshotNumber: 0 }),
    );
    await expectRefusal(pool, 'NOT_FOUND', () =>
      getUserProof(pool.deps, { userId: carol, snapshotNumber: 0 }),
    );
  });

  it('shows each user their own entries in the journal, and everyone that it only grew', async () => {
    const { pool, alice, bob } = await poolWithUsers();
    const manifests: Manifest[] = [];
    const paid = { alice: 0n, bob: 0n };
    for (let day = 0; day < 3; day += 1) {
      manifests.push(await getManifest(pool, await takeSnapshot(pool.deps, 'daily')));
      pool.advanceHours(24);
      await runRewards(pool.deps);
    }
    for (const [number, { journalLength: length, journalHeadDigest: root }] of manifests.entries())
      for (const userId of [alice, bob]) {
        const page = { snapshotNumber: number, page: 1, limit: 50 };
        const { entries, total } = await listOwnEntries(pool.deps, { userId, ...page });
        expect(entries).toHaveLength(total);
        expect(total > 0).toBe(userId === alice || number === 0);
        const { nonce } = await getUserProof(pool.deps, { userId, snapshotNumber: number });
        const own = `user/${getPseudonym(nonce, number)}/`;
        for (const { index, entry, proof, rows } of entries) {
          expect(isIncluded(logLeaf(entry), { index, length, proof, root })).toBe(true);
          const decoded = decodeEntry(entry);
          const isNamed = decoded.postings.some(({ account }) => account.startsWith(own));
          expect(isNamed).toBe(rows === undefined);
          if (rows !== undefined) paid[userId === alice ? 'alice' : 'bob'] += sumRows(decoded, rows, nonce);
        }
      }
    const rewards = await pool.deps.db.read
      .selectFrom('reward')
      .select(['userId', 'paidMicro'])
      .where('createdAt', '<=', manifests.at(-1)?.cutOffMs ?? 0)
      .execute();
    expect(rewards.map(({ userId }) => userId)).toEqual([alice, alice]);
    expect(paid).toEqual({ alice: rewards.reduce((sum, { paidMicro }) => sum + paidMicro, 0n), bob: 0n });
    for (const from of [0, 1, 2])
      for (const to of [0, 1, 2]) {
        const ask = () => getConsistencyProof(pool.deps, { from, to });
        if (from > to) await expectRefusal(pool, 'NOT_FOUND', ask);
        else expect(isConsistent(getLog(manifests[from]), getLog(manifests[to]), await ask())).toBe(true);
      }
    await expectRefusal(pool, 'NOT_FOUND', () => getConsistencyProof(pool.deps, { from: 0, to: 3 }));
  });

  it('proves entries and growth of a journal of several blocks', { timeout: PATIENCE_MS }, async () => {
    const { pool, alice } = await poolWithUsers();
    const lengths: number[] = [];
    const manifests: Manifest[] = [];
    const deposit = {
      network: 'BSC',
      reversals: 0,
      userId: alice,
      currency: 'USDT',
      amountMicro: 1n,
    } as const;
    for (const entries of [LOG_BLOCK_ROWS - 50, 2 * LOG_BLOCK_ROWS, 10]) {
      await pool.deps.db.transaction(async (tx) => {
        for (let entry = 0; entry < entries; entry += 1)
          await postNew(
            tx,
            transfers.creditDeposit({ ...deposit, txHash: `0x${lengths.length}`, logIndex: entry }, 0n),
            pool.clock.now(),
          );
      });
      manifests.push(await getManifest(pool, await takeSnapshot(pool.deps, 'requested')));
      lengths.push(entries);
    }
    // Twice, because the second time uses the cached hashes.
    for (let time = 0; time < 2; time += 1) {
      const proof = await getConsistencyProof(pool.deps, { from: 0, to: 2 });
      expect(isConsistent(getLog(manifests[0]), getLog(manifests[2]), proof)).toBe(true);
    }
    const blocks = await pool.deps.db.read.selectFrom('journalBlock').select('number').execute();
    expect(blocks.length).toBe(Math.floor((manifests[2]?.journalLength ?? 0) / LOG_BLOCK_ROWS));
    const page = { userId: alice, snapshotNumber: 1, page: 100, limit: 10 };
    const { entries, total } = await listOwnEntries(pool.deps, page);
    expect(total).toBe(2 * LOG_BLOCK_ROWS);
    const { journalLength: length, journalHeadDigest: root } = await getManifest(pool, 1);
    for (const { index, entry, proof } of entries)
      expect(isIncluded(logLeaf(entry), { index, length, proof, root })).toBe(true);
    expect(entries).toHaveLength(10);
  });

  it('is of one moment while deposits and withdrawals go on, and loses no entry', async () => {
    const { pool, alice, bob, connect } = await poolWithUsers();
    const second = pool.withDatabase(connect());
    for (let round = 0; round < 3; round += 1) {
      pool.bsc.deposit(pool.bsc.deriveAddress(1), 10n ** 18n);
      pool.tron.deposit(pool.tron.deriveAddress(2), 1_000_000n);
      pool.bsc.finalize();
      pool.tron.finalize();
      await Promise.all([pool.scan(), takeSnapshot(second, 'unannounced')]);
    }
    const last = await takeSnapshot(pool.deps, 'requested');
    const manifest = await getManifest(pool, last);
    expect((await getReplay(pool, last)).figures('USDT')).toMatchObject({ owed: manifest.usdt.owed });
    const { count } = await pool.deps.db.read
      .selectFrom('transfer')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(manifest.journalLength).toBe(count);
    for (const userId of [alice, bob]) await getUserProof(pool.deps, { userId, snapshotNumber: last });
  });
});
