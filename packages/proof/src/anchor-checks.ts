// The checks of anchors: one of every snapshot, on a node that the reader chose.
import { AnchorFile, readJson } from './bundle.ts';
import { toHex } from './bytes.ts';
import { type AnchorOnChain, readAll, type VerifyOptions } from './files.ts';
import { anchorData, decodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { fail, type Outcome, pass } from './outcome.ts';

/**
 * An anchor is sent within minutes of its snapshot, and later while the operator's node or coins are missing. One that came later than this
 * many blocks (a day and more on BSC) proves too little about the time in between.
 */
const BLOCKS_AFTER_MAX = 200_000;
/** Snapshots whose anchors are asked for at a time. */
const ASKED_AT_ONCE = 16;

/** The manifest of this snapshot is on chain. */
export async function checkAnchor(options: VerifyOptions, manifest: Manifest): Promise<Outcome> {
  const { snapshotNumber, chains } = options;
  const txHash = await readTxHash(options, snapshotNumber);
  if (txHash === null) return fail('The pool names no transaction that anchors it.');
  if (chains === undefined)
    return { status: 'not checked', detail: `no node was given to look for ${txHash}` };
  const mistake = await findMistake(options, snapshotNumber);
  if (mistake !== undefined) return fail(mistake);
  const depth = (await chains.findAnchor(txHash))?.depth;
  const name = `${txHash} from 0x${toHex(manifest.anchorAddress)}, ${depth} blocks deep`;
  const pinned = options.anchorAddress?.toLowerCase();
  if (pinned !== undefined && pinned !== `0x${toHex(manifest.anchorAddress)}`)
    return fail(`${name}; you named ${pinned} (--anchor).`);
  return pass(pinned === undefined ? `${name}; compare this address with the one that you know` : name);
}

/** Every snapshot before this one is on chain too: otherwise a past that was anchored once could be rewritten below a newer anchor. */
export async function checkEarlierAnchors(options: VerifyOptions): Promise<Outcome> {
  const { snapshotNumber, chains, anchorsSince = 0 } = options;
  if (snapshotNumber === 0) return pass('it is the first');
  if (chains === undefined) return { status: 'not checked', detail: 'no node was given' };
  if (anchorsSince > 0)
    return { status: 'not checked', detail: 'name a node of your own to have them looked for' };
  const start = options.since?.number ?? 0;
  for (let first = start; first < snapshotNumber; first += ASKED_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(ASKED_AT_ONCE, snapshotNumber - first) },
      (_, index) => first + index,
    );
    const mistakes = await Promise.all(numbers.map((number) => findMistake(options, number)));
    for (const [index, mistake] of mistakes.entries())
      if (mistake !== undefined) return fail(`Snapshot ${first + index}: ${mistake}`);
  }
  return pass(`snapshots: ${snapshotNumber - start}`);
}

/** Returns what is wrong with the anchor of a snapshot; undefined when it is right. */
async function findMistake(options: VerifyOptions, number: number): Promise<string | undefined> {
  const txHash = await readTxHash(options, number);
  if (txHash === null) return 'The pool names no transaction that anchors it.';
  const found = await options.chains?.findAnchor(txHash);
  if (found === undefined) return `The node knows no transaction ${txHash}.`;
  const bytes = await readAll(options.files.read(number, 'manifest.bin'));
  const mistakes = listMistakes(found, { bytes, depthMin: options.depthMin });
  return mistakes.length > 0 ? `${txHash}: ${mistakes.join(', ')}` : undefined;
}

function listMistakes(
  found: AnchorOnChain,
  { bytes, depthMin }: { bytes: Uint8Array; depthMin: number },
): string[] {
  const manifest = decodeManifest(bytes);
  const address = `0x${toHex(manifest.anchorAddress)}`;
  const expected = `0x${toHex(anchorData(manifestDigest(bytes)))}`;
  const blocksAfter = found.blockHeight - manifest.bscHeight;
  return [
    found.from.toLowerCase() !== address && 'another sender',
    found.to?.toLowerCase() !== address && 'another receiver',
    found.valueUnits !== 0n && 'it moves coins',
    found.nonce !== manifest.snapshotNumber && `nonce ${found.nonce}`,
    found.data.toLowerCase() !== expected && 'other data',
    !found.succeeded && 'it failed',
    found.depth < depthMin && `only ${found.depth} blocks deep`,
    blocksAfter <= 0 && `it is older than the block ${manifest.bscHeight} of its manifest`,
    blocksAfter > BLOCKS_AFTER_MAX && `it came ${blocksAfter} blocks after the block of its manifest`,
  ].filter((mistake) => mistake !== false);
}

async function readTxHash({ files }: VerifyOptions, number: number): Promise<string | null> {
  return readJson(AnchorFile, await readAll(files.read(number, 'anchor.json'))).txHash;
}
