// The checks of the leaf file, all of them in one pass over it. Each throws FormatError or answers.
import { equalBytes, FormatError, toHex } from './bytes.ts';
import { getWholeLeaves, type SnapshotFiles, type VerifyOptions } from './files.ts';
import { DIGEST_BYTES, NODE_BYTES, type TreeNode } from './leaf.ts';
import type { Manifest } from './manifest.ts';
import { type CheckId, type Outcome, pass } from './outcome.ts';
import { PrefixList, readPrefix } from './prefix-list.ts';
import { createHasher } from './stream-hash.ts';
import { equalSums, TreeBuilder } from './tree.ts';

const WORD_BYTES = 4;

/** Facts read from the leaf file. */
interface LeafFacts {
  readonly fileDigest: Uint8Array;
  readonly leafCount: number;
  /** The error of the first sum that does not fit; the tree ends there. */
  readonly overflow: unknown;
  readonly root: TreeNode | undefined;
  /** The digest of a leaf that is of nothing, and of one that is there twice. */
  readonly empty: string | undefined;
  readonly repeated: string | undefined;
}

/** Reads the leaf file once; twice where leaves begin alike. */
export async function readLeaves(
  { files, onLeaves }: Pick<VerifyOptions, 'files' | 'onLeaves'>,
  { snapshotNumber, leafCount }: Manifest,
): Promise<LeafFacts> {
  const hasher = createHasher();
  const prefixes = new PrefixList(leafCount);
  const tree = new TreeBuilder();
  let [position, empty, overflow]: [number, string | undefined, unknown] = [0, undefined, undefined];
  for await (const piece of getWholeLeaves(files.read(snapshotNumber, 'leaves.bin'))) {
    hasher.update(piece);
    onLeaves?.(piece, position);
    position += piece.length / NODE_BYTES;
    const view = getView(piece);
    for (let at = 0; at < piece.length; at += NODE_BYTES) {
      if (isOfNothing(view, at)) empty ??= digestAt(piece, at);
      prefixes.push(readPrefix(view, at));
    }
    overflow ??= findOverflow(tree, view);
  }
  const repeated = await findRepeated(files, snapshotNumber, prefixes.findRepeated());
  const added = overflow === undefined ? finish(tree) : { overflow, root: undefined };
  return { fileDigest: hasher.digest(), leafCount: position, ...added, empty, repeated };
}

function getView(piece: Uint8Array): DataView {
  return new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
}

function digestAt(piece: Uint8Array, at: number): string {
  return toHex(piece.subarray(at, at + DIGEST_BYTES));
}

/** Both amounts are zero. */
function isOfNothing(piece: DataView, at: number): boolean {
  for (let word = at + DIGEST_BYTES; word < at + NODE_BYTES; word += WORD_BYTES)
    if (piece.getUint32(word) !== 0) return false;
  return true;
}

/** Adds the leaves of a piece to the tree. The error of a sum that does not fit is kept: the other checks go on. */
function findOverflow(tree: TreeBuilder, piece: DataView): unknown {
  try {
    for (let at = 0; at < piece.byteLength; at += NODE_BYTES) tree.pushEncoded(piece, at);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Adds the last nodes up, of which a sum may not fit either. */
function finish(tree: TreeBuilder): Pick<LeafFacts, 'root' | 'overflow'> {
  try {
    return { root: tree.finish(), overflow: undefined };
  } catch (overflow) {
    return { root: undefined, overflow };
  }
}

/** Reads the leaves again that begin alike, which two of millions may by chance, and compares them whole. */
async function findRepeated(
  files: SnapshotFiles,
  snapshotNumber: number,
  prefixes: ReadonlySet<number>,
): Promise<string | undefined> {
  if (prefixes.size === 0) return undefined;
  const seen = new Set<string>();
  for await (const piece of getWholeLeaves(files.read(snapshotNumber, 'leaves.bin')))
    for (let at = 0; at < piece.length; at += NODE_BYTES) {
      if (!prefixes.has(readPrefix(getView(piece), at))) continue;
      const digest = digestAt(piece, at);
      if (seen.has(digest)) return digest;
      seen.add(digest);
    }
  return undefined;
}

/** Every file that the manifest has a digest of is that file. */
export async function checkDigests(
  files: SnapshotFiles,
  manifest: Manifest,
  { fileDigest }: LeafFacts,
): Promise<Outcome> {
  if (!equalBytes(fileDigest, manifest.leafFileDigest)) throw new FormatError('leaves.bin is another file.');
  for (const [name, digest] of [
    ['reserves.json', manifest.reservesFileDigest],
    ['terms.json', manifest.termsDigest],
    ['state-proof.json', manifest.stateProofDigest],
    ['in-flight.json', manifest.inFlightDigest],
    ['checkpoint.json', manifest.checkpointDigest],
  ] as const) {
    const hasher = createHasher();
    for await (const chunk of files.read(manifest.snapshotNumber, name)) hasher.update(chunk);
    if (!equalBytes(hasher.digest(), digest)) throw new FormatError(`${name} is another file.`);
  }
  return pass('SHA-256 of all six');
}

/** The rules of the leaves and their tree (docs/proof-of-solvency.md, checks 3 to 8), in that order. */
export const LEAF_CHECKS: readonly (readonly [CheckId, (facts: LeafFacts, manifest: Manifest) => Outcome])[] =
  [
    ['leafCount', checkLeafCount],
    ['sums', checkSums],
    ['tree', checkTree],
    ['unique', checkUnique],
    ['nothing', checkNothing],
    ['owed', checkOwed],
  ];

function checkLeafCount(facts: LeafFacts, { leafCount }: Manifest): Outcome {
  if (facts.leafCount !== leafCount) throw new FormatError(`There are ${facts.leafCount} leaves.`);
  return pass(`leaves: ${leafCount}`);
}

function checkSums({ overflow }: LeafFacts): Outcome {
  if (overflow !== undefined) throw overflow;
  return pass('none beyond 64 bits');
}

function checkTree({ root }: LeafFacts, manifest: Manifest): Outcome {
  if (root === undefined) throw new FormatError('The tree could not be added up.');
  if (!equalBytes(root.digest, manifest.root.digest) || !equalSums(root, manifest.root))
    throw new FormatError('The leaves have another root.');
  return pass(toHex(root.digest));
}

function checkUnique({ repeated }: LeafFacts): Outcome {
  if (repeated !== undefined) throw new FormatError(`The leaf ${repeated} is there twice.`);
  return pass('no leaf is there twice');
}

function checkNothing({ empty }: LeafFacts): Outcome {
  if (empty !== undefined) throw new FormatError(`The leaf ${empty} is of nothing.`);
  return pass('no leaf is of nothing');
}

function checkOwed({ root }: LeafFacts, { usdt, trx }: Manifest): Outcome {
  if (root === undefined || !equalSums(root, { usdt: usdt.owed, trx: trx.owed }))
    throw new FormatError('What is owed is not the sum of the leaves.');
  return pass(`${root.usdt} micro-units of USDT, ${root.trx} of TRX`);
}
