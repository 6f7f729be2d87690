import {
  createHasher,
  decodeManifest,
  decodeNode,
  equalBytes,
  equalNodes,
  NODE_BYTES,
  TreeBuilder,
  type TreeNode,
} from '@glasspool/core/solvency';

/** How often the reader is told how far it is. */
const LEAVES_A_REPORT = 16_384;

export interface LeafFileRequest {
  readonly snapshotNumber: number;
  readonly manifest: Uint8Array;
  /** The user's own leaves, which have to be in the file where they were shown to be. */
  readonly ownLeaves: readonly { readonly position: number; readonly leaf: TreeNode }[];
}

export interface LeafFileResult {
  readonly isRight: boolean;
  readonly leaves: number;
  readonly usdt: bigint;
  readonly trx: bigint;
}

/** Reads the leaves of everybody as they come, and adds them up; what is kept is a node a level. */
export async function checkLeafFile(
  { snapshotNumber, manifest, ownLeaves }: LeafFileRequest,
  onProgress: (leaves: number) => void,
): Promise<LeafFileResult> {
  const response = await fetch(`/api/transparency/snapshots/${snapshotNumber}/leaves.bin`);
  if (!response.ok || response.body === null) throw new Error(`The server answered ${response.status}.`);
  const { root, leafCount, leafFileDigest } = decodeManifest(manifest);
  const tree = new TreeBuilder();
  const hasher = createHasher();
  const missing = new Map(ownLeaves.map(({ position, leaf }) => [position, leaf]));
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunksOf(response.body)) {
    hasher.update(chunk);
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    let at = 0;
    for (; at + NODE_BYTES <= bytes.length; at += NODE_BYTES) {
      const leaf = decodeNode(bytes.subarray(at, at + NODE_BYTES));
      const own = missing.get(tree.leafCount);
      if (own !== undefined && equalNodes(own, leaf)) missing.delete(tree.leafCount);
      tree.push(leaf);
      if (tree.leafCount % LEAVES_A_REPORT === 0) onProgress(tree.leafCount);
    }
    rest = bytes.slice(at);
  }
  const found = tree.finish();
  const isRight =
    rest.length === 0 &&
    missing.size === 0 &&
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
