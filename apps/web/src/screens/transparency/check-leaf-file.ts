import {
  createHasher,
  decodeManifest,
  decodeNode,
  equalBytes,
  equalNodes,
  NODE_BYTES,
  TreeBuilder,
} from '@glasspool/core/solvency';
import type { OwnReport } from './verify-balance.ts';

/** Leaves between two breaths: the page stays responsive. */
const LEAVES_A_BREATH = 4_096;

export interface LeafFileResult {
  readonly isRight: boolean;
  readonly leaves: number;
  readonly usdt: bigint;
  readonly trx: bigint;
}

/** Reads the leaves of everybody as they come, and adds them up; what is kept is a node a level. */
export async function checkLeafFile(
  { snapshotNumber, manifest }: Pick<OwnReport, 'snapshotNumber' | 'manifest'>,
  onProgress: (leaves: number) => void,
): Promise<LeafFileResult> {
  const response = await fetch(`/api/transparency/snapshots/${snapshotNumber}/leaves.bin`);
  if (!response.ok || response.body === null) throw new Error(`The server answered ${response.status}.`);
  const { root, leafCount, leafFileDigest } = decodeManifest(manifest);
  const tree = new TreeBuilder();
  const hasher = createHasher();
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunksOf(response.body)) {
    hasher.update(chunk);
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    let at = 0;
    for (; at + NODE_BYTES <= bytes.length; at += NODE_BYTES) {
      tree.push(decodeNode(bytes.subarray(at, at + NODE_BYTES)));
      if (tree.leafCount % LEAVES_A_BREATH === 0) {
        onProgress(tree.leafCount);
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    rest = bytes.slice(at);
  }
  const found = tree.finish();
  const isRight =
    rest.length === 0 &&
    tree.leafCount === leafCount &&
    equalNodes(found, root) &&
    equalBytes(hasher.digest(), leafFileDigest);
  return { isRight, leaves: tree.leafCount, usdt: found.usdt, trx: found.trx };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
