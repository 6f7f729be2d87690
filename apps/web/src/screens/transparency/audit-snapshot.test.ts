// Goal: a browser takes what the pool publishes for right only when it is, and when it is what the user was shown.
// Method: a file of three leaves as it is served, then with each thing that can be wrong about it; all that the command finds is in
// e2e/src/solvency.
import {
  anchorData,
  encodeManifest,
  encodeNode,
  type Manifest,
  manifestDigest,
  sha256,
  TreeBuilder,
  type TreeNode,
  toHex,
} from '@glasspool/proof';
import { sampleManifest } from '@glasspool/proof/testing';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { mockServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { type AuditLine, type AuditRequest, auditSnapshot } from './audit-snapshot.ts';

withMockServer();

const fill = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);
const getLeaf = (value: number): TreeNode => ({ digest: fill(32, value), usdt: BigInt(value), trx: 2n });
const leaves = [getLeaf(1), getLeaf(2), getLeaf(3)];
const [first = getLeaf(1), second = getLeaf(2), third = getLeaf(3)] = leaves;
const ownLeaves = [{ position: 1, leaf: second }];

function toBytes(nodes: readonly TreeNode[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(nodes.flatMap((node) => [...encodeNode(node)]));
}

function getManifest(changes: Partial<Manifest> = {}): Uint8Array {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.push(leaf);
  const leafFileDigest = sha256(toBytes(leaves));
  const file = { root: tree.finish(), leafCount: leaves.length };
  return encodeManifest(sampleManifest(file, { leafFileDigest, ...changes }));
}

function serve(body: Uint8Array<ArrayBuffer>, manifest: Uint8Array = getManifest()): void {
  const files: Readonly<Record<string, Uint8Array>> = { 'leaves.bin': body, 'manifest.bin': manifest };
  mockServer.use(
    http.get('*/api/transparency/snapshots/:number/:name', ({ params }) => {
      const file = params['number'] === '3' ? files[String(params['name'])] : undefined;
      if (file === undefined) return new HttpResponse(null, { status: 503 });
      return new HttpResponse(new Uint8Array(file));
    }),
  );
}

const request: AuditRequest = {
  snapshotNumber: 3,
  manifest: getManifest(),
  ownLeaves,
  ownName: 'me',
  ownEntries: 0,
  anchor: undefined,
  anchorTxHash: null,
  nodes: {},
  nowMs: 0,
};

async function audit(changes: Partial<AuditRequest> = {}): Promise<ReadonlyMap<string, AuditLine>> {
  const lines = new Map<string, AuditLine>();
  for await (const line of auditSnapshot({ ...request, ...changes }, () => undefined))
    lines.set(line.id, line);
  return lines;
}

describe('everything that the pool publishes', () => {
  it('is right when it is that of the manifest that the user was shown', async () => {
    serve(toBytes(leaves));
    const lines = await audit();
    expect(lines.get('manifest')?.status).toBe('ok');
    expect(lines.get('leafCount')).toEqual({ id: 'leafCount', status: 'ok', detail: 'leaves: 3' });
    expect(lines.get('tree')?.status).toBe('ok');
    expect(lines.get('same')?.status).toBe('ok');
    expect(lines.get('own')).toEqual({ id: 'own', status: 'ok', detail: '1' });
  });

  it.each([
    ['a leaf is dropped', toBytes([first, second])],
    ['a leaf is doubled', toBytes([first, second, third, third])],
    ['two leaves change places', toBytes([second, first, third])],
    ['a sum is changed', toBytes([first, second, { ...third, usdt: 4n }])],
    ['bytes are left over', Uint8Array.of(...toBytes(leaves), 0)],
  ])('is wrong when %s', async (_what, sent) => {
    serve(sent);
    const lines = await audit();
    expect([lines.get('leafCount')?.status, lines.get('tree')?.status]).toContain('failed');
  });

  it('is wrong when the user’s own leaf is not where it was shown to be', async () => {
    serve(toBytes(leaves));
    const lines = await audit({ ownLeaves: [{ position: 2, leaf: second }] });
    expect(lines.get('own')).toEqual({ id: 'own', status: 'failed', detail: '0' });
  });

  it('is wrong when the user was shown another manifest', async () => {
    serve(toBytes(leaves), getManifest({ cutOffMs: 1 }));
    expect((await audit()).get('same')?.status).toBe('failed');
  });

  it('is wrong when the anchor on chain is another one, or there is none', async () => {
    const txHash = `0x${'ab'.repeat(32)}`;
    const anchor = {
      from: '0x',
      to: '0x',
      valueUnits: 0n,
      nonce: 3,
      data: '0x',
      succeeded: true,
      blockHeight: 5,
      depth: 9,
    };
    serve(toBytes(leaves));
    mockServer.use(http.get('*/snapshots/3/anchor.json', () => HttpResponse.json({ txHash })));
    for (const found of [anchor, undefined])
      expect((await audit({ anchor: found, anchorTxHash: txHash })).get('anchor')?.status).toBe('failed');
    const data = `0x${toHex(anchorData(manifestDigest(getManifest())))}`;
    const address = `0x${'09'.repeat(20)}`;
    const right = { ...anchor, from: address, to: address, data };
    expect((await audit({ anchor: right, anchorTxHash: txHash })).get('anchor')?.status).toBe('ok');
    // It came after the pool was asked about it.
    expect((await audit()).get('anchor')?.status).toBe('not checked');
    // The file names another transaction than the one that was looked for.
    expect((await audit({ anchor: right, anchorTxHash: '0x' })).get('anchor')?.status).toBe('failed');
  });

  it('says of a file that the server refuses that it could not be read', async () => {
    serve(toBytes(leaves));
    expect((await audit()).get('statements')).toEqual({
      id: 'statements',
      status: 'failed',
      detail: 'http://localhost:3000/api/transparency/snapshots/3/reserves.json answered 503.',
    });
  });
});
