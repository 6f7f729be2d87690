// The checks of the leaf file, all of them in one pass over it. Each throws FormatError or answers.
import { equalBytes, FormatError, toHex } from './bytes.ts';
import { type SnapshotFiles, type VerifyOptions, wholeLeavesOf } from './files.ts';
import { decodeNode, NODE_BYTES, type TreeNode } from './leaf.ts';
import type { Manifest } from './manifest.ts';
import { type CheckId, type Outcome, pass } from './outcome.ts';
import { PrefixList, prefixOf } from './prefix-list.ts';
import { createHasher } from './stream-hash.ts';
import { equalSums, TreeBuilder } from './tree.ts';

/** What was found in the leaf file. */
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
  { files, onLeaf }: Pick<VerifyOptions, 'files' | 'onLeaf'>,
  { snapshotNumber, leafCount }: Manifest,
): Promise<LeafFacts> {
  const hasher = createHasher();
  const prefixes = new PrefixList(leafCount);
  const tree = new TreeBuilder();
  let [position, empty, overflow]: [number, string | undefined, unknown] = [0, undefined, undefined];
  for await (const piece of wholeLeavesOf(files.read(snapshotNumber, 'leaves.bin'))) {
    hasher.update(piece);
    for (let at = 0; at < piece.length; at += NODE_BYTES) {
      const leaf = decodeNode(piece.subarray(at, at + NODE_BYTES));
      if (leaf.usdt === 0n && leaf.trx === 0n) empty ??= toHex(leaf.digest);
      prefixes.push(leaf.digest);
      onLeaf?.(leaf, position);
      position += 1;
      if (overflow !== undefined) continue;
      try {
        tree.push(leaf);
      } catch (error) {
        overflow = error;
      }
    }
  }
  const repeated = await findRepeated(files, snapshotNumber, prefixes.findRepeated());
  const root = overflow === undefined ? tree.finish() : undefined;
  return { fileDigest: hasher.digest(), leafCount: position, overflow, root, empty, repeated };
}

/** Reads the leaves again that begin alike, which two of millions may by chance, and compares them whole. */
async function findRepeated(
  files: SnapshotFiles,
  snapshotNumber: number,
  prefixes: ReadonlySet<number>,
): Promise<string | undefined> {
  if (prefixes.size === 0) return undefined;
  const seen = new Set<string>();
  for await (const piece of wholeLeavesOf(files.read(snapshotNumber, 'leaves.bin')))
    for (let at = 0; at < piece.length; at += NODE_BYTES) {
      const { digest } = decodeNode(piece.subarray(at, at + NODE_BYTES));
      if (!prefixes.has(prefixOf(digest))) continue;
      if (seen.has(toHex(digest))) return toHex(digest);
      seen.add(toHex(digest));
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
