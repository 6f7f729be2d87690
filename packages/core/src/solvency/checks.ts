// The checks of who signed, and of the anchor. Each throws FormatError or answers.
import { AnchorFile, ReservesFile, readJson, StatementsFile } from './bundle.ts';
import { FormatError, toHex } from './bytes.ts';
import { readAll, type SnapshotFiles, type VerifyOptions } from './files.ts';
import { anchorData, type Manifest, manifestDigest } from './manifest.ts';
import { fail, type Outcome, pass } from './outcome.ts';
import { recoverSigner, statementText } from './statement.ts';

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
