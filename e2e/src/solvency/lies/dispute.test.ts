// Goal: a user whom the pool lied to convinces a third party that has only the published files and the user's report; a user who invents
// a claim does not.
// Method: the report that a browser saves, given to the command beside a folder of published files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { micro } from '@glasspool/core/testing';
import {
  computeNonce,
  getEmail,
  getOwnPart,
  HONEST,
  mapEntries,
  type PublishedPool,
  publish,
  type Story,
  signReceipt,
  withSnapshot,
} from '@glasspool/lab/lies';
import { manifestDigest, type OwnEntry, type OwnProof, type OwnRow } from '@glasspool/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeByAll } from './judge-by-all.ts';
import { toPlain } from './report.ts';

const NEWEST = 2;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-dispute-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const getProof = (pool: PublishedPool, user: string, number = NEWEST): OwnProof =>
  getOwnPart(pool, user, number).proof;

/** The report as a browser saves it. */
function writeReport(
  user: string,
  proof: OwnProof,
  { earlier, entries }: { earlier?: OwnProof; entries?: readonly OwnEntry[] | undefined } = {},
): string {
  const kept = earlier && { ...earlier, manifestDigest: manifestDigest(earlier.manifest) };
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify({ email: getEmail(user), proof, earlier: kept, entries }, toPlain));
  return path;
}

const judge = (pool: PublishedPool, report: string) => judgeByAll(pool, report, folder);

const honest = publish(HONEST);
const withoutErin: Story = mapEntries(HONEST, (one) =>
  one.legs.some(([account]) => account.includes('erin')) ? undefined : one,
);

/** Dave's reward of the last run is in the journal and in no receipt. */
const withoutReward = publish(
  withSnapshot(HONEST, NEWEST, (one) => ({
    ...one,
    owed: { dave: { usdt: getProof(honest, 'dave', 1).usdt, trx: 0n } },
  })),
);

/** Evidence that dave was shown of it: his receipts, and his rows of the reward run. */
function rewardReport(
  change = (rows: readonly OwnRow[] | undefined) => rows,
): [proof: OwnProof, beside: { earlier: OwnProof; entries: OwnEntry[] }] {
  const { proof, entries = [] } = getOwnPart(withoutReward, 'dave', NEWEST);
  const changed = entries.map((entry) => ({ ...entry, rows: change(entry.rows) }));
  return [proof, { earlier: getProof(withoutReward, 'dave', 1), entries: changed }];
}

describe('the report of a robbed user', () => {
  it.each<readonly [string, () => { pool: PublishedPool; report: string }, RegExp]>([
    [
      'whose leaf is less than what the pool signed',
      () => {
        const half = { dave: { usdt: micro('2500'), trx: 0n } };
        const pool = publish(withSnapshot(HONEST, NEWEST, (one) => ({ ...one, owed: half })));
        const { usdt, trx } = getProof(honest, 'dave');
        const { manifest } = getProof(pool, 'dave');
        return {
          pool,
          report: writeReport('dave', {
            ...getProof(pool, 'dave'),
            ...signReceipt(pool, 'dave', { snapshotNumber: NEWEST, usdt, trx, manifest }),
          }),
        };
      },
      /^POOL LIED: Snapshot 2: it signed \d+ .* and has leaves of 2500000000 micro-units/,
    ],
    [
      'whose past was rewritten without them',
      () => {
        const pool = publish(withoutErin);
        return {
          pool,
          report: writeReport('erin', getProof(pool, 'erin'), { earlier: getProof(honest, 'erin', 1) }),
        };
      },
      /^POOL LIED: Snapshot 1: it signed this receipt under another manifest/,
    ],
    [
      'whose receipt and leaf say less than the journal',
      () => {
        const half = { dave: { usdt: micro('2500'), trx: 0n } };
        const pool = publish(withSnapshot(HONEST, NEWEST, (one) => ({ ...one, owed: half })));
        return { pool, report: writeReport('dave', getProof(pool, 'dave')) };
      },
      /^POOL LIED: Snapshot 2: it signed 2500000000 .* and the journal has \d+ micro-units/,
    ],
    [
      'whose reward was shown and is in no receipt',
      () => ({ pool: withoutReward, report: writeReport('dave', ...rewardReport()) }),
      /^POOL LIED: Snapshot 2: it signed (\d+) .* and the journal has \d+ micro-units/,
    ],
  ])('%s convinces a third party', async (_what, tell, says) => {
    const { pool, report } = tell();
    expect(await judge(pool, report)).toEqual({ code: 1, says: expect.stringMatching(says) });
  });
});

describe('a report that proves nothing', () => {
  const proof = getProof(honest, 'dave');

  it.each<readonly [string, OwnProof, string]>([
    ['of an honest pool', proof, 'leaves and its journal agree'],
    ['with a larger sum', { ...proof, usdt: proof.usdt + 1n }, 'No receipt is signed by the key of the pool'],
    ['with the nonce of another user', { ...proof, nonce: computeNonce('alice') }, 'No receipt is signed'],
    ['of another snapshot', { ...proof, snapshotNumber: 1 }, 'No receipt is signed'],
    [
      'under an invented manifest',
      { ...proof, manifest: getProof(honest, 'dave', 1).manifest },
      'No receipt is signed',
    ],
  ])('%s convinces no one', async (_what, one, says) => {
    expect(await judge(honest, writeReport('dave', one))).toEqual({
      code: 0,
      says: expect.stringMatching(new RegExp(`^CLAIM NOT SUPPORTED: .*${says}`)),
    });
  });

  it('convinces no one when the pool is honest, with the receipt before', async () => {
    const report = writeReport('dave', proof, { earlier: getProof(honest, 'dave', 1) });
    expect(await judge(honest, report)).toEqual({ code: 0, says: expect.stringContaining('(receipts: 2)') });
  });

  it('convinces no one of a missing reward without its row', async () => {
    expect(await judge(withoutReward, writeReport('dave', ...rewardReport(() => [])))).toEqual({
      code: 0,
      says: expect.stringContaining('leaves and its journal agree'),
    });
  });

  it.each<readonly [string, (rows: readonly OwnRow[] | undefined) => readonly OwnRow[]]>([
    ['counted twice', (rows = []) => [...rows, ...rows]],
    ['with a larger amount', (rows = []) => rows.map((row) => ({ ...row, text: `${row.text}0` }))],
    ['in another place', (rows = []) => rows.map((row) => ({ ...row, index: 0 }))],
  ])('is not judged with a row %s', async (_what, change) => {
    const { code, says } = await judge(withoutReward, writeReport('dave', ...rewardReport(change)));
    expect({ code, says }).toEqual({ code: 2, says: expect.stringMatching(/^CANNOT TELL: The row/) });
  });

  it('is not judged beside files that are not those of the manifest', async () => {
    const pool = { ...honest, files: new Map(honest.files).set('2/leaves.bin', new Uint8Array(48)) };
    expect(await judge(pool, writeReport('dave', proof))).toEqual({
      code: 2,
      says: expect.stringMatching(/^CANNOT TELL: leaves.bin of snapshot 2 is not the one/),
    });
  });
});
