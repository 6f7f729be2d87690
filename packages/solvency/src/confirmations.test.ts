// Goal: the pool keeps only signed confirmations of its own snapshots, the newest one of each key. Invented keys displace no key that was
// heard of recently.

import { describeEachDatabase } from '@glasspool/db/testing';
import { expectRefusal } from '@glasspool/pool/testing';
import { confirmationMessage, fromHex, toHex } from '@glasspool/proof';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, it } from 'vitest';
import {
  listConfirmations,
  listSnapshots,
  takeConfirmation,
  takeSnapshot,
  type WatcherConfirmation,
} from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const WATCHERS_MAX = 100;
const toKey = (index: number): Uint8Array => new Uint8Array(32).fill(index + 1);

describeEachDatabase('a confirmation', (open) => {
  async function poolWithSnapshot() {
    const { database } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    await takeSnapshot(pool.deps, 'daily');
    const [snapshot] = (await listSnapshots(pool.deps, { page: 1, limit: 1 })).snapshots;
    const { anchorAddress } = await listConfirmations(pool.deps);
    const sign = (watcher = 0, changes: Partial<WatcherConfirmation> = {}): WatcherConfirmation => {
      const said = {
        snapshotNumber: 0,
        manifestDigest: String(snapshot?.manifestDigest),
        checkedAtMs: pool.clock.now(),
        ...changes,
      };
      const message = confirmationMessage({
        ...said,
        anchorAddress: fromHex(anchorAddress),
        manifestDigest: fromHex(said.manifestDigest),
      });
      return {
        ...said,
        watcher: toHex(ed25519.getPublicKey(toKey(watcher))),
        signature: toHex(ed25519.sign(message, toKey(watcher))),
      };
    };
    return { pool, sign };
  }

  it('is kept while it is the newest of its watcher', async () => {
    const { pool, sign } = await poolWithSnapshot();
    const old = sign();
    await takeConfirmation(pool.deps, old);
    pool.advanceHours(1);
    const newer = sign();
    await takeConfirmation(pool.deps, newer);
    await takeConfirmation(pool.deps, old);
    const other = sign(1, { checkedAtMs: pool.clock.now() - 1 });
    await takeConfirmation(pool.deps, other);
    expect((await listConfirmations(pool.deps)).confirmations).toEqual([newer, other]);
  });

  it('is refused when it is of another manifest, of no snapshot, from the future or not signed', async () => {
    const { pool, sign } = await poolWithSnapshot();
    const right = sign();
    for (const wrong of [
      sign(0, { manifestDigest: 'ab'.repeat(32) }),
      sign(0, { snapshotNumber: 7 }),
      sign(0, { checkedAtMs: pool.clock.now() + 3_600_000 }),
      { ...right, checkedAtMs: right.checkedAtMs - 1 },
      { ...right, watcher: sign(1).watcher },
      { ...right, watcher: 'ff'.repeat(32) },
    ])
      await expectRefusal(pool, 'CONFIRMATION_INVALID', () => takeConfirmation(pool.deps, wrong));
    expect((await listConfirmations(pool.deps)).confirmations).toEqual([]);
  });

  it('drives out, under a new key, the one that was heard of longest ago, and no invited one', async () => {
    const { pool, sign } = await poolWithSnapshot();
    const [invited, first, second] = [sign(0), sign(1), sign(2)];
    const settings = { ...pool.deps.settings, invitedWatchers: [invited.watcher] };
    const deps = { ...pool.deps, settings };
    for (const said of [invited, first, second]) {
      await takeConfirmation(deps, said);
      pool.clock.advance(1_000);
    }
    for (let watcher = 3; watcher < WATCHERS_MAX + 2; watcher += 1)
      await takeConfirmation(deps, sign(watcher));
    const listWatchers = async (): Promise<string[]> =>
      (await listConfirmations(deps)).confirmations.map(({ watcher }) => watcher);
    const kept = await listWatchers();
    expect(kept).toHaveLength(WATCHERS_MAX + 1);
    expect([
      kept.includes(invited.watcher),
      kept.includes(first.watcher),
      kept.includes(second.watcher),
    ]).toEqual([true, false, true]);
  });

  it('is forgotten after a week without another one', async () => {
    const { pool, sign } = await poolWithSnapshot();
    await takeConfirmation(pool.deps, sign(0));
    pool.advanceHours(8 * 24);
    await takeConfirmation(pool.deps, sign(1));
    expect((await listConfirmations(pool.deps)).confirmations).toHaveLength(1);
  });
});
