// Goal: the pool signs every entry of a user as soon as it is in the books, and each of them is in the journal that it publishes later.
// Method: both databases; chains in memory. e2e/src/solvency/lies/entry-dispute.test.ts judges a missing entry.
import { MINUTE_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { runRewards } from '@glasspool/pool/rewards';
import {
  decodeEntry,
  entryReceiptMessage,
  getPseudonym,
  judgeDispute,
  toHex,
  verifyOwn,
} from '@glasspool/proof';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import { getUserProof, listEntryReceipts, listOwnEntries, takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const ALL = { after: 0, limit: 100 };

describeEachDatabase('a receipt of an entry', (open) => {
  async function poolWithRewards() {
    const { database } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    const bob = await pool.investor('bob', 'USDT', '2000');
    pool.clock.advance(24 * 60 * MINUTE_MS);
    await runRewards(pool.deps);
    return { pool, alice, bob };
  }

  it('is signed for a deposit, an investment and a page of a reward run, under no name', async () => {
    const { pool, alice } = await poolWithRewards();
    const { nonce, receipts } = await listEntryReceipts(pool.deps, { userId: alice, ...ALL });
    expect(receipts.map(({ entry }) => decodeEntry(entry).kind)).toEqual([
      'deposit',
      'investment',
      'reward-page',
    ]);
    for (const receipt of receipts) {
      const message = entryReceiptMessage(receipt, nonce);
      expect(ed25519.verify(receipt.signature, message, pool.deps.statementKey.publicKey)).toBe(true);
      expect(toHex(receipt.entry)).not.toContain(toHex(Buffer.from(alice)));
      expect(toHex(receipt.entry)).not.toContain(toHex(Buffer.from(getPseudonym(nonce, 0))));
    }
  });

  it('is found in the journal of the next snapshot, and may still come before it', async () => {
    const { pool, alice, bob } = await poolWithRewards();
    await takeSnapshot(pool.deps, 'daily');
    const judge = async (userId: typeof alice, newest: number) => {
      const { nonce, receipts: entryReceipts } = kept.get(userId) ?? { nonce: alone, receipts: [] };
      const files = pool.deps.snapshots;
      const claim = { email: '', nonce, receipts: [], rows: new Map(), entryReceipts };
      return judgeDispute({ files, newest }, claim);
    };
    const alone = new Uint8Array(32);
    await pool.deposit(alice, 'USDT', '5');
    const kept = new Map([
      [alice, await listEntryReceipts(pool.deps, { userId: alice, ...ALL })],
      [bob, await listEntryReceipts(pool.deps, { userId: bob, ...ALL })],
    ]);
    expect(await judge(alice, 0)).toMatchObject({ verdict: 'cannot tell' });
    expect(await judge(bob, 0)).toMatchObject({
      verdict: 'claim not supported',
      reason: expect.stringContaining('(receipts: 3)'),
    });
    pool.clock.advance(2 * MINUTE_MS);
    await takeSnapshot(pool.deps, 'daily');
    expect(await judge(alice, 1)).toMatchObject({
      verdict: 'claim not supported',
      reason: expect.stringContaining('(receipts: 4)'),
    });
  });

  it('is listed for its user alone, in pages after a number', async () => {
    const { pool, alice, bob } = await poolWithRewards();
    const all = await listEntryReceipts(pool.deps, { userId: alice, ...ALL });
    const numbers = all.receipts.map(({ number }) => number);
    const [first = 0] = numbers;
    const second = await listEntryReceipts(pool.deps, { userId: alice, after: first, limit: 1 });
    expect(second.receipts.map(({ number }) => number)).toEqual(numbers.slice(1, 2));
    const bobs = await listEntryReceipts(pool.deps, { userId: bob, ...ALL });
    const shared = bobs.receipts.filter(({ number }) => numbers.includes(number));
    expect(shared.map(({ entry }) => decodeEntry(entry).kind)).toEqual(['reward-page']);
  });

  it('leads with entries of several snapshots from an early receipt to the newest one', async () => {
    const { pool, alice } = await poolWithRewards();
    await takeSnapshot(pool.deps, 'daily');
    const { usdt, trx } = await getUserProof(pool.deps, { userId: alice, snapshotNumber: 0 });
    for (const amount of ['5', '7']) {
      await pool.deposit(alice, 'USDT', amount);
      pool.clock.advance(24 * 60 * MINUTE_MS);
      await runRewards(pool.deps);
      await takeSnapshot(pool.deps, 'daily');
    }
    const proof = await getUserProof(pool.deps, { userId: alice, snapshotNumber: 2 });
    const request = { userId: alice, snapshotNumber: 2, page: 1, limit: 100 };
    const { entries, total } = await listOwnEntries(pool.deps, { ...request, since: 0 });
    expect(entries.map(({ snapshotNumber }) => snapshotNumber)).toEqual([2, 2, 1, 1]);
    expect(total).toBe(4);
    const earlier = { snapshotNumber: 0, usdt, trx };
    const own = { proof, entries, entriesSince: 0, areEntriesComplete: true, earlier };
    const { email } = proof;
    const checks = verifyOwn({ ...own, email, anchor: undefined });
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(checks.find(({ name }) => name === 'continuity')).toMatchObject({ status: 'ok', detail: '0' });
    const late = await listOwnEntries(pool.deps, request);
    expect(late.entries.map(({ snapshotNumber }) => snapshotNumber)).toEqual([2, 2]);
  });
});
