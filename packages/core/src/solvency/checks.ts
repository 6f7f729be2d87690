// The checks of one snapshot's own files. Each throws FormatError or answers.
import { AnchorFile, ReservesFile, readJson, StatementsFile } from './bundle.ts';
import { equalBytes, FormatError, toHex } from './bytes.ts';
import { readAll, type SnapshotFiles, type VerifyOptions, wholeLeavesOf } from './files.ts';
import { decodeNode, NODE_BYTES } from './leaf.ts';
import { anchorData, type Manifest, manifestDigest } from './manifest.ts';
import { fail, type Outcome, pass } from './outcome.ts';
import { PrefixList, prefixOf } from './prefix-list.ts';
import { recoverSigner, statementText } from './statement.ts';
import { createHasher, type Hasher } from './stream-hash.ts';
import { equalSums, TreeBuilder } from './tree.ts';

export async function checkDigests(files: SnapshotFiles, manifest: Manifest): Promise<Outcome> {
  for (const [name, digest] of [
    ['reserves.json', manifest.reservesFileDigest],
    ['terms.json', manifest.termsDigest],
  ] as const) {
    const hasher = createHasher();
    for await (const chunk of files.read(manifest.snapshotNumber, name)) hasher.update(chunk);
    if (!equalBytes(hasher.digest(), digest)) throw new FormatError(`${name} is another file.`);
  }
  return pass('SHA-256 of both');
}

export async function checkTree(
  { files, onLeaf }: Pick<VerifyOptions, 'files' | 'onLeaf'>,
  manifest: Manifest,
): Promise<Outcome> {
  const builder = new TreeBuilder();
  const hasher: Hasher = createHasher();
  const prefixes = new PrefixList(manifest.leafCount);
  for await (const piece of wholeLeavesOf(files.read(manifest.snapshotNumber, 'leaves.bin'))) {
    hasher.update(piece);
    for (let at = 0; at < piece.length; at += NODE_BYTES) {
      const leaf = decodeNode(piece.subarray(at, at + NODE_BYTES));
      if (leaf.usdt === 0n && leaf.trx === 0n)
        throw new FormatError(`The leaf ${toHex(leaf.digest)} is of nothing.`);
      prefixes.push(leaf.digest);
      onLeaf?.(leaf, builder.leafCount);
      builder.push(leaf);
    }
  }
  if (!equalBytes(hasher.digest(), manifest.leafFileDigest))
    throw new FormatError('leaves.bin is another file.');
  if (builder.leafCount !== manifest.leafCount)
    throw new FormatError(`There are ${builder.leafCount} leaves.`);
  await assertUnique(files, manifest, prefixes.findRepeated());
  const root = builder.finish();
  if (!equalBytes(root.digest, manifest.root.digest) || !equalSums(root, manifest.root))
    throw new FormatError('The leaves have another root.');
  if (!equalSums(root, { usdt: manifest.usdt.owed, trx: manifest.trx.owed }))
    throw new FormatError('What is owed is not the sum of the leaves.');
  return pass(`${builder.leafCount} leaves`);
}

/** Reads the leaves again that begin alike, which two of millions may by chance, and compares them whole. */
async function assertUnique(
  files: SnapshotFiles,
  { snapshotNumber }: Manifest,
  repeated: ReadonlySet<number>,
): Promise<void> {
  if (repeated.size === 0) return;
  const seen = new Set<string>();
  for await (const piece of wholeLeavesOf(files.read(snapshotNumber, 'leaves.bin')))
    for (let at = 0; at < piece.length; at += NODE_BYTES) {
      const { digest } = decodeNode(piece.subarray(at, at + NODE_BYTES));
      if (!repeated.has(prefixOf(digest))) continue;
      if (seen.has(toHex(digest))) throw new FormatError(`The leaf ${toHex(digest)} is there twice.`);
      seen.add(toHex(digest));
    }
}

export async function checkStatements(
  files: SnapshotFiles,
  manifest: Manifest,
  bytes: Uint8Array,
): Promise<Outcome> {
  const number = manifest.snapshotNumber;
  const { reserves } = readJson(ReservesFile, await readAll(files.read(number, 'reserves.json')));
  const { statements } = readJson(StatementsFile, await readAll(files.read(number, 'statements.json')));
  const signed = new Set<string>();
  for (const { network, address, signature } of statements) {
    const isBsc = network === 'BSC';
    const text = statementText({
      network,
      chain: isBsc ? String(manifest.bscChainId) : toHex(manifest.tronGenesisId),
      address,
      snapshotNumber: number,
      blockHeight: isBsc ? manifest.bscHeight : manifest.tronHeight,
      blockHash: isBsc ? `0x${toHex(manifest.bscBlockHash)}` : toHex(manifest.tronBlockId),
      manifestDigest: manifestDigest(bytes),
    });
    if (recoverSigner(network, text, signature) !== address)
      throw new FormatError(
        `The statement of ${address} is signed by somebody else, or says something else.`,
      );
    if (signed.has(address)) throw new FormatError(`${address} has two statements.`);
    signed.add(address);
  }
  const listed = new Set<string>();
  for (const { address } of reserves) {
    if (listed.has(address)) throw new FormatError(`${address} is counted twice.`);
    listed.add(address);
    if (!signed.has(address)) throw new FormatError(`Nobody signed for ${address}.`);
  }
  return pass(`${listed.size} addresses`);
}

export async function checkAnchor(
  options: VerifyOptions,
  manifest: Manifest,
  bytes: Uint8Array,
): Promise<Outcome> {
  const { files, snapshotNumber, chains, depthMin } = options;
  const { txHash } = readJson(AnchorFile, await readAll(files.read(snapshotNumber, 'anchor.json')));
  if (txHash === null) return fail('The pool names no transaction that anchors it.');
  if (chains === undefined)
    return { status: 'not checked', detail: `no node was given to look for ${txHash}` };
  const found = await chains.findAnchor(txHash);
  if (found === undefined) return fail(`The node knows no transaction ${txHash}.`);
  const expected = `0x${toHex(anchorData(manifestDigest(bytes)))}`;
  const mistakes = [
    found.from.toLowerCase() !== `0x${toHex(manifest.anchorAddress)}` && 'another sender',
    found.nonce !== snapshotNumber && `nonce ${found.nonce}`,
    found.data.toLowerCase() !== expected && 'other data',
    !found.succeeded && 'it failed',
    found.depth < depthMin && `only ${found.depth} blocks deep`,
  ].filter((mistake) => mistake !== false);
  return mistakes.length > 0 ? fail(mistakes.join(', ')) : pass(`${txHash}, ${found.depth} blocks deep`);
}
