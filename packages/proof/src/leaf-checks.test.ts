// Goal: a leaf file that is not the one of its manifest fails by the check that says why, and no other check hides it. Method: a file of five leaves,
// read in pieces that cut leaves, and one thing changed.
import { describe, expect, it } from 'vitest';
import { FormatError, toHex } from './bytes.ts';
import type { SnapshotFiles } from './files.ts';
import { sha256 } from './hash.ts';
import { encodeNode, NODE_BYTES, type TreeNode } from './leaf.ts';
import { checkDigests, LEAF_CHECKS, readLeaves } from './leaf-checks.ts';
import type { Manifest } from './manifest.ts';
import { sampleManifest } from './testing.ts';
import { TreeBuilder } from './tree.ts';

const PIECE_BYTES = 100;
const LEAVES: readonly TreeNode[] = Array.from({ length: 5 }, (_, index) => ({
  digest: new Uint8Array(32).fill(index + 1),
  usdt: BigInt(index),
  trx: 10n,
}));
const SMALL_FILES = ['reserves.json', 'terms.json', 'state-proof.json', 'in-flight.json', 'checkpoint.json'];

function toFile(leaves: readonly TreeNode[]): Uint8Array {
  const file = new Uint8Array(leaves.length * NODE_BYTES);
  for (const [index, leaf] of leaves.entries()) file.set(encodeNode(leaf), index * NODE_BYTES);
  return file;
}

/** A snapshot whose other files have their name as text. */
function makeFiles(leaves: readonly TreeNode[]): SnapshotFiles {
  return {
    async *read(_number, name) {
      const bytes = name === 'leaves.bin' ? toFile(leaves) : new TextEncoder().encode(name);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES);
    },
  };
}

function makeManifest(leaves: readonly TreeNode[], changes: Partial<Manifest> = {}): Manifest {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.push(leaf);
  const root = tree.finish();
  const digests = SMALL_FILES.map((name) => sha256(new TextEncoder().encode(name)));
  const [reservesFileDigest, termsDigest, stateProofDigest, inFlightDigest, checkpointDigest] = digests;
  return sampleManifest(
    { root, leafCount: leaves.length },
    {
      leafFileDigest: sha256(toFile(leaves)),
      ...(reservesFileDigest && { reservesFileDigest }),
      ...(termsDigest && { termsDigest }),
      ...(stateProofDigest && { stateProofDigest }),
      ...(inFlightDigest && { inFlightDigest }),
      ...(checkpointDigest && { checkpointDigest }),
      ...changes,
    },
  );
}

/** Answers of the checks of the leaves, by their id. */
async function check(
  leaves: readonly TreeNode[],
  manifest = makeManifest(leaves),
): Promise<Record<string, string>> {
  const facts = await readLeaves({ files: makeFiles(leaves) }, manifest);
  const answers: Record<string, string> = {};
  for (const [id, rule] of LEAF_CHECKS)
    try {
      answers[id] = rule(facts, manifest).detail;
    } catch (error) {
      answers[id] = error instanceof FormatError ? error.message : String(error);
    }
  return answers;
}

const PASSED = {
  leafCount: 'leaves: 5',
  sums: 'none beyond 64 bits',
  tree: toHex(makeManifest(LEAVES).root.digest),
  unique: 'no leaf is there twice',
  nothing: 'no leaf is of nothing',
  owed: '10 micro-units of USDT, 50 of TRX',
};

describe('the leaf file of a snapshot', () => {
  it('is that of its manifest', async () => {
    expect(await check(LEAVES)).toEqual(PASSED);
  });

  it('is handed on in order, in whole leaves, while it is read', async () => {
    const places: [number, number][] = [];
    const onLeaves = (piece: Uint8Array, position: number): unknown =>
      places.push([position, piece.length / NODE_BYTES]);
    await readLeaves({ files: makeFiles(LEAVES), onLeaves }, makeManifest(LEAVES));
    expect(places.map(([position]) => position)).toEqual(
      places.map((_, index) => places.slice(0, index).reduce((sum, [, count]) => sum + count, 0)),
    );
    expect(places.reduce((sum, [, count]) => sum + count, 0)).toBe(LEAVES.length);
  });

  it('has as many leaves as its manifest says', async () => {
    const manifest = { ...makeManifest(LEAVES), leafCount: 6 };
    expect(await check(LEAVES, manifest)).toEqual({ ...PASSED, leafCount: 'There are 5 leaves.' });
  });

  it('fits where it adds up to the largest number of 64 bits', async () => {
    const large = LEAVES.map((leaf, index) => (index === 2 ? { ...leaf, usdt: 2n ** 64n - 9n } : leaf));
    expect((await check(large))['sums']).toBe('none beyond 64 bits');
  });

  it.each([
    ['two leaves side by side', [2, 3]],
    ['the last leaf, and one before', [1, 4]],
  ])('ends no other check where it adds up to more: %s', async (_which, places) => {
    const half = 2n ** 63n;
    const beyond = LEAVES.map((leaf, index) => (places.includes(index) ? { ...leaf, usdt: half } : leaf));
    expect(await check(beyond, makeManifest(LEAVES))).toEqual({
      ...PASSED,
      sums: 'A sum of the tree does not fit 64 bits.',
      tree: 'The tree could not be added up.',
      owed: 'What is owed is not the sum of the leaves.',
    });
  });

  it.each([
    ['digest', { digest: new Uint8Array(32) }],
    ['sum of USDT', { usdt: 11n }],
    ['sum of TRX', { trx: 51n }],
  ])('does not have the root of the manifest with another %s', async (_which, changes) => {
    const manifest = makeManifest(LEAVES);
    const other = { ...manifest, root: { ...manifest.root, ...changes } };
    expect(await check(LEAVES, other)).toEqual({ ...PASSED, tree: 'The leaves have another root.' });
  });

  it.each(['usdt', 'trx'] as const)('adds up to what is owed in %s', async (currency) => {
    const manifest = makeManifest(LEAVES);
    const figures = manifest[currency];
    const other = { ...manifest, [currency]: { ...figures, owed: figures.owed + 1n } };
    expect(await check(LEAVES, other)).toEqual({
      ...PASSED,
      owed: 'What is owed is not the sum of the leaves.',
    });
  });

  it('has each leaf once; others that begin alike are other leaves', async () => {
    const [first, ...others] = LEAVES;
    if (first === undefined) throw new Error('There are leaves.');
    const alike = { ...first, digest: new Uint8Array(32).fill(1, 0, 31) };
    expect((await check([alike, ...others, first]))['unique']).toBe('no leaf is there twice');
    expect((await check([first, ...others, alike, first]))['unique']).toBe(
      `The leaf ${toHex(first.digest)} is there twice.`,
    );
  });

  it('has no leaf of nothing', async () => {
    const [first, ...others] = LEAVES;
    if (first === undefined) throw new Error('There are leaves.');
    const nothing = { digest: new Uint8Array(32).fill(9), usdt: 0n, trx: 0n };
    expect((await check([first, nothing, ...others]))['nothing']).toBe(
      `The leaf ${toHex(nothing.digest)} is of nothing.`,
    );
    const one = { ...nothing, usdt: 2n ** 32n };
    expect((await check([first, one, ...others]))['nothing']).toBe('no leaf is of nothing');
  });
});

describe('a file of a snapshot', () => {
  const manifest = makeManifest(LEAVES);
  const checkFiles = async (changes: Partial<Manifest>): Promise<string> => {
    const facts = await readLeaves({ files: makeFiles(LEAVES) }, manifest);
    return (await checkDigests(makeFiles(LEAVES), { ...manifest, ...changes }, facts)).detail;
  };

  it('is that of its manifest', async () => {
    expect(await checkFiles({})).toBe('SHA-256 of all six');
  });

  it.each([
    ['leaves.bin', 'leafFileDigest'],
    ['reserves.json', 'reservesFileDigest'],
    ['terms.json', 'termsDigest'],
    ['state-proof.json', 'stateProofDigest'],
    ['in-flight.json', 'inFlightDigest'],
    ['checkpoint.json', 'checkpointDigest'],
  ] as const)('is refused when it is another one: %s', async (name, field) => {
    await expect(checkFiles({ [field]: new Uint8Array(32) })).rejects.toThrow(`${name} is another file.`);
  });
});
