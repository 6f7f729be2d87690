// Goal: an entry that the pool signed for when it was made cannot be missing from the journal that it publishes later: its user, even one
// who was left out of every snapshot, convinces a third party. No forged receipt does.
// Method: receipts are signed by the pool's key for entries of the honest story, and judged beside what a lying pool published.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@glasspool/core';
import {
  computeNonce,
  getEmail,
  HONEST,
  mapEntries,
  type PublishedPool,
  publish,
  START_MS,
  type Story,
  type StoryEntry,
} from '@glasspool/lab/lies';
import { type EntryReceipt, encodeReceiptEntry, entryReceiptMessage, toHex } from '@glasspool/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeByAll } from './judge-by-all.ts';
import { toPlain } from './report.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-entries-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const honest = publish(HONEST);
const isErins = ({ legs }: StoryEntry): boolean => legs.some(([account]) => account.includes('erin'));
const without = (isLeftOut: (entry: StoryEntry) => boolean): Story =>
  mapEntries(HONEST, (entry) => (isLeftOut(entry) ? undefined : entry));

/** Receipt of an entry of the honest journal: the n-th of its kind in a snapshot. */
function receiptFor(
  { kind, at = 0, snapshot = 0 }: { kind: string; at?: number; snapshot?: number },
  { user = 'erin', number = 7, signedAtMs = START_MS + 2 * MINUTE_MS } = {},
): EntryReceipt {
  const entry = honest.snapshots[snapshot]?.entries.filter((one) => one.kind === kind)[at];
  if (entry === undefined) throw new Error(`There is no ${kind}.`);
  const facts = { number, entry: encodeReceiptEntry(entry), signedAtMs };
  return { ...facts, signature: honest.keys.signReceipt(entryReceiptMessage(facts, computeNonce(user))) };
}
const ERINS = { kind: 'deposit', at: 2 };

function judge(pool: PublishedPool, entryReceipts: readonly EntryReceipt[], user = 'erin') {
  const path = join(folder, 'report.json');
  const report = { email: getEmail(user), nonce: toHex(computeNonce(user)), entryReceipts };
  writeFileSync(path, JSON.stringify(report, toPlain));
  return judgeByAll(pool, path, folder);
}

describe('a receipt that the journal contradicts', () => {
  it('convinces a third party when the journal does not have its entry, and its user is in no snapshot', async () => {
    const pool = publish(without(isErins));
    expect(await judge(pool, [receiptFor(ERINS)])).toEqual({
      code: 1,
      says: expect.stringMatching(
        /^POOL LIED: Snapshot 0: it signed for an entry of the kind deposit of 2026-01-01T00:01/,
      ),
    });
  });

  it('convinces a third party when the journal has the same for another user', async () => {
    const stolen = mapEntries(HONEST, (one) =>
      isErins(one)
        ? {
            ...one,
            legs: one.legs.map(([account, amount]) => [account.replace('erin', 'frank'), amount] as const),
          }
        : one,
    );
    expect(await judge(publish(stolen), [receiptFor(ERINS)])).toEqual({
      code: 1,
      says: expect.stringMatching(/^POOL LIED: Snapshot 0: it signed for an entry of the kind deposit/),
    });
  });

  it('convinces a third party when two entries that say the same were signed for, and the journal has one', async () => {
    const receipts = [receiptFor(ERINS, { number: 7 }), receiptFor(ERINS, { number: 8 })];
    expect(await judge(honest, receipts)).toEqual({ code: 1, says: expect.stringMatching(/^POOL LIED/) });
  });

  it('convinces a third party when a page of a reward run was published with other rows', async () => {
    const pool = publish(
      mapEntries(HONEST, (one) =>
        one.reference?.includes('run_1/page') === true
          ? {
              ...one,
              legs: one.legs.map(
                ([account, amount]) => [account.replace('dave', 'mallory'), amount] as const,
              ),
            }
          : one,
      ),
    );
    const receipt = receiptFor(
      { kind: 'reward-page', snapshot: 1 },
      { user: 'dave', signedAtMs: START_MS + DAY_MS + 10 * MINUTE_MS },
    );
    expect(await judge(pool, [receipt], 'dave')).toEqual({
      code: 1,
      says: expect.stringMatching(/^POOL LIED: Snapshot 1: it signed for an entry of the kind reward-page/),
    });
  });
});

describe('a receipt of an entry', () => {
  const receipt = receiptFor(ERINS);

  it.each<readonly [string, readonly EntryReceipt[], RegExp]>([
    ['proves nothing when the journal has it', [receipt], /leaves and its journal agree \(receipts: 1\)/],
    ['proves nothing when it is shown twice', [receipt, receipt], /\(receipts: 1\)/],
    ['proves nothing with another time', [{ ...receipt, signedAtMs: 0 }], /No receipt is signed/],
    ['proves nothing with another number', [{ ...receipt, number: 9 }], /No receipt is signed/],
    [
      'proves nothing with another entry',
      [{ ...receipt, entry: receiptFor({ kind: 'deposit' }).entry }],
      /No receipt/,
    ],
    [
      'proves nothing when it is of another user',
      [receiptFor(ERINS, { user: 'dave' })],
      /No receipt is signed/,
    ],
  ])('%s', async (_what, receipts, says) => {
    expect(await judge(honest, receipts)).toEqual({
      code: 0,
      says: expect.stringMatching(new RegExp(`^CLAIM NOT SUPPORTED: .*${says.source}`)),
    });
  });

  it('is not judged beside one that is there while its own entry may still come', async () => {
    const pool = publish({ ...HONEST, snapshots: HONEST.snapshots.slice(0, 1) });
    const run = { kind: 'reward-run', snapshot: 1 };
    const early = receiptFor(run, { number: 9, signedAtMs: START_MS + HOUR_MS });
    expect(await judge(pool, [receiptFor(ERINS), early])).toMatchObject({ code: 2 });
    expect(await judge(pool, [receiptFor(ERINS)])).toMatchObject({ code: 0 });
  });

  it.each([
    ['15 minutes before the cut-off, cannot be judged', HOUR_MS - 15 * MINUTE_MS, 2],
    ['more than 15 minutes before the cut-off, is a lie', HOUR_MS - 15 * MINUTE_MS - 1, 1],
  ])('is judged by its time when its entry is not there: signed %s', async (_what, sinceMs, code) => {
    const { snapshots } = without(isErins);
    const pool = publish({ ...HONEST, snapshots: snapshots.slice(0, 1) });
    const late = receiptFor(ERINS, { signedAtMs: START_MS + sinceMs });
    expect(await judge(pool, [late])).toMatchObject({ code });
  });
});
