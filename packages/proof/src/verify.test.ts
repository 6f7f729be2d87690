// Goal: what only a pool that lies from the start can do is found as well: a file that is right by its digest and wrong by its rules.
// Method: a leaf file and a manifest that agree with each other.
import { describe, expect, it } from 'vitest';
import { writeJson } from './bundle.ts';
import { concatBytes } from './bytes.ts';
import type { ChainView } from './files.ts';
import { sha256 } from './hash.ts';
import { encodeNode, type TreeNode } from './leaf.ts';
import { encodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { OTHER_KEY, sampleManifest } from './testing.ts';
import { TreeBuilder } from './tree.ts';
import { verifySnapshot } from './verify.ts';

const getLeaf = (fill: number, last: number, usdt = 1n): TreeNode => ({
  digest: new Uint8Array(32).fill(fill).with(31, last),
  usdt,
  trx: 0n,
});

const LEAF_CHECKS: ReadonlySet<string> = new Set([
  'manifest',
  'leafCount',
  'sums',
  'tree',
  'unique',
  'nothing',
  'owed',
]);

async function checkTreeOf(leaves: readonly TreeNode[], bytesAtOnce = 100): Promise<string> {
  const file = concatBytes(leaves.map(encodeNode));
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.push(leaf);
  const root = tree.finish();
  const manifest = encodeManifest(
    sampleManifest({ root, leafCount: leaves.length }, { leafFileDigest: sha256(file) }),
  );
  const files = {
    async *read(_number: number, name: string) {
      if (name === 'manifest.bin') yield manifest;
      if (name === 'leaves.bin')
        for (let at = 0; at < file.length; at += bytesAtOnce) yield file.slice(at, at + bytesAtOnce);
    },
  };
  const failed: string[] = [];
  for await (const { id = '', status, detail } of verifySnapshot({
    files,
    snapshotNumber: 3,
    nowMs: 0,
    depthMin: 0,
  }))
    if (LEAF_CHECKS.has(id) && status !== 'ok') failed.push(`${id}: ${detail}`);
  return failed.join('\n');
}

describe('a leaf file that is that of its manifest', () => {
  it('is right however it comes in pieces', async () => {
    const leaves = Array.from({ length: 50 }, (_, index) => getLeaf(index, index));
    for (const bytesAtOnce of [1, 47, 48, 49, 1_000, 10_000])
      expect(await checkTreeOf(leaves, bytesAtOnce)).toBe('');
  });

  it('is right when two leaves only begin alike', async () => {
    expect(await checkTreeOf([getLeaf(7, 1), getLeaf(8, 1), getLeaf(7, 2)])).toBe('');
  });

  it('is wrong when one leaf is there twice, wherever', async () => {
    const leaves = Array.from({ length: 50 }, (_, index) => getLeaf(index, index));
    for (const at of [0, 24, 49])
      expect(await checkTreeOf([...leaves, getLeaf(at, at)])).toMatch(
        /^unique: The leaf \w+ is there twice.$/,
      );
  });

  it('is wrong when a leaf is of nothing', async () => {
    expect(await checkTreeOf([getLeaf(1, 1), getLeaf(2, 2, 0n)])).toMatch(
      /^nothing: The leaf \w+ is of nothing.$/,
    );
  });
});

describe('what is held', () => {
  const ADDRESS = 'T-any';
  async function checkReserves(
    held: bigint,
    chains?: Pick<ChainView, 'getBalanceUnits'>,
  ): Promise<{ status: string; detail: string } | undefined> {
    const root = { digest: new Uint8Array(32), usdt: 0n, trx: 70n };
    const manifest = encodeManifest(
      sampleManifest(
        { root, leafCount: 1 },
        {
          trx: {
            custody: 100n,
            inFlight: 0n,
            receivable: 0n,
            owed: 70n,
            reserve: 20n,
            payable: 10n,
            ownFunds: 0n,
            dust: 0n,
          },
        },
      ),
    );
    const json: Readonly<Record<string, Uint8Array>> = {
      'manifest.bin': manifest,
      'reserves.json': writeJson({ reserves: [{ network: 'TRON', address: ADDRESS, units: String(held) }] }),
      'state-proof.json': writeJson({ proof: null }),
    };
    const files = {
      async *read(_number: number, name: string) {
        yield json[name] ?? new Uint8Array();
      },
    };
    const view = chains && { findAnchor: async () => undefined, ...chains };
    const options = { files, snapshotNumber: 3, nowMs: 0, depthMin: 0, chains: view };
    for await (const check of verifySnapshot(options)) if (check.id === 'reserves') return check;
    return undefined;
  }
  const holding = (units: bigint) => ({ getBalanceUnits: async () => units });

  it('has to cover what is owed to users and kept for rewards, as stated', async () => {
    expect(await checkReserves(99n)).toMatchObject({ status: 'failed', detail: 'TRX: 99 units, needed 100' });
    expect(await checkReserves(99n, holding(1_000n))).toMatchObject({ status: 'failed' });
  });

  it('is asked of a node, which may say less once something left, without an accusation', async () => {
    expect(await checkReserves(100n, holding(100n))).toMatchObject({ status: 'ok' });
    const less = await checkReserves(100n, holding(90n));
    expect(less?.status).toBe('not checked');
    expect(less?.detail).toContain('TRX: the node says 90 units now, fewer than the 100 of the snapshot');
    expect(await checkReserves(100n)).toMatchObject({ status: 'not checked' });
  });
});

describe('the history of a pool', () => {
  const root = { digest: new Uint8Array(32), usdt: 0n, trx: 0n };
  const FIRST = {
    snapshotNumber: 0,
    prevManifestDigest: new Uint8Array(32),
    cutOffMs: 1_000,
    bscHeight: 10,
    tronHeight: 20,
  };

  /** A second manifest that names the first one, whatever else it says. */
  async function checkHistory(changes: Partial<Manifest>): Promise<string> {
    const first = encodeManifest(sampleManifest({ root, leafCount: 0 }, FIRST));
    const next = { ...FIRST, snapshotNumber: 1, prevManifestDigest: manifestDigest(first), cutOffMs: 2_000 };
    const second = encodeManifest(sampleManifest({ root, leafCount: 0 }, { ...next, ...changes }));
    const files = {
      async *read(number: number, name: string) {
        if (name === 'manifest.bin') yield number === 0 ? first : second;
      },
    };
    for await (const check of verifySnapshot({ files, snapshotNumber: 1, nowMs: 0, depthMin: 0 }))
      if (check.id === 'history') return `${check.status}: ${check.detail}`;
    return 'no check';
  }
  const other = (length: number): Uint8Array => new Uint8Array(length).fill(99);

  it('goes on, also while a chain stands still', async () => {
    expect(await checkHistory({})).toBe('ok: snapshots: 2');
    expect(await checkHistory({ bscHeight: 11, tronHeight: 21 })).toBe('ok: snapshots: 2');
    expect(await checkHistory({ cutOffMs: FIRST.cutOffMs })).toBe('ok: snapshots: 2');
  });

  it.each<readonly [string, Partial<Manifest>, string]>([
    ['an earlier block of BSC', { bscHeight: 9 }, 'shows block 9 of BSC, the one before showed block 10'],
    [
      'an earlier block of TRON',
      { tronHeight: 19 },
      'shows block 19 of TRON, the one before showed block 20',
    ],
    ['an earlier cut-off', { cutOffMs: 999 }, 'is older than the one before'],
    ['another chain', { bscChainId: 56 }, 'names other chains or other keys'],
    ['another TRON', { tronGenesisId: other(32) }, 'names other chains or other keys'],
    ['another anchor address', { anchorAddress: other(20) }, 'names other chains or other keys'],
    ['another key of statements', { statementPublicKey: OTHER_KEY }, 'names other chains or other keys'],
  ])('does not go on with %s', async (_name, changes, detail) => {
    expect(await checkHistory(changes)).toBe(
      `failed: Snapshot 1 ${detail}${detail.endsWith('keys') ? ' than the one before' : ''}.`,
    );
  });
});
