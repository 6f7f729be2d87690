// Goal: the file of everybody’s leaves is taken for right only when it is that of the manifest, with the user’s own leaves in it.
// Method: a file of three leaves as it is served, then with each thing that can be wrong about it.
import {
  encodeManifest,
  encodeNode,
  type Manifest,
  sha256,
  TreeBuilder,
  type TreeNode,
} from '@glasspool/core/solvency';
import { sampleManifest } from '@glasspool/core/testing';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { mockServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { checkLeafFile } from './check-leaf-file.ts';

withMockServer();

const fill = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);
const leafOf = (value: number): TreeNode => ({ digest: fill(32, value), usdt: BigInt(value), trx: 2n });
const leaves = [leafOf(1), leafOf(2), leafOf(3)];
const [first = leafOf(1), second = leafOf(2), third = leafOf(3)] = leaves;
const ownLeaves = [{ position: 1, leaf: second }];

function bytesOf(nodes: readonly TreeNode[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(nodes.flatMap((node) => [...encodeNode(node)]));
}

function manifestOf(changes: Partial<Manifest> = {}): Uint8Array {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.push(leaf);
  const leafFileDigest = sha256(bytesOf(leaves));
  const file = { root: tree.finish(), leafCount: leaves.length };
  return encodeManifest(sampleManifest(file, { leafFileDigest, ...changes }));
}

function serve(body: Uint8Array<ArrayBuffer> | null, status = 200): void {
  mockServer.use(
    http.get('*/api/transparency/snapshots/3/leaves.bin', () => new HttpResponse(body, { status })),
  );
}

describe('the file of everybody’s leaves', () => {
  it('is right when it is that of the manifest', async () => {
    serve(bytesOf(leaves));
    const request = { snapshotNumber: 3, manifest: manifestOf(), ownLeaves };
    const expected = { isRight: true, leaves: 3, usdt: 6n, trx: 6n };
    expect(await checkLeafFile(request, () => undefined)).toEqual(expected);
  });

  it.each([
    ['a leaf is dropped', [first, second]],
    ['a leaf is doubled', [first, second, third, third]],
    ['two leaves change places', [second, first, third]],
    ['a sum is changed', [first, second, { ...third, usdt: 4n }]],
  ])('is wrong when %s', async (_what, sent) => {
    serve(bytesOf(sent));
    const request = { snapshotNumber: 3, manifest: manifestOf(), ownLeaves };
    expect((await checkLeafFile(request, () => undefined)).isRight).toBe(false);
  });

  it('is wrong when bytes are left over', async () => {
    serve(Uint8Array.of(...bytesOf(leaves), 0));
    const request = { snapshotNumber: 3, manifest: manifestOf(), ownLeaves };
    expect((await checkLeafFile(request, () => undefined)).isRight).toBe(false);
  });

  it('is wrong when the user’s own leaf is not where it was shown to be', async () => {
    serve(bytesOf(leaves));
    const request = { snapshotNumber: 3, manifest: manifestOf(), ownLeaves: [{ position: 2, leaf: second }] };
    expect((await checkLeafFile(request, () => undefined)).isRight).toBe(false);
  });

  it('is wrong when only its digest is another', async () => {
    serve(bytesOf(leaves));
    const manifest = manifestOf({ leafFileDigest: fill(32, 3) });
    expect((await checkLeafFile({ snapshotNumber: 3, manifest, ownLeaves }, () => undefined)).isRight).toBe(
      false,
    );
  });

  it('is not judged when the server refuses it', async () => {
    serve(null, 503);
    const request = { snapshotNumber: 3, manifest: manifestOf(), ownLeaves };
    await expect(checkLeafFile(request, () => undefined)).rejects.toThrow('The server answered 503.');
  });
});
