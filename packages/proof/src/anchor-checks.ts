// The checks of anchors: one of every snapshot, on a node that the reader chose.
import { HOUR_MS } from '@glasspool/core';
import { AnchorFile, readJson } from './bundle.ts';
import { toHex } from './bytes.ts';
import { type AnchorOnChain, readAll, type VerifyOptions } from './files.ts';
import {
  anchorData,
  decodeManifest,
  isLocalManifest,
  type Manifest,
  manifestDigest,
  READER_BEHIND_MS_MAX,
} from './manifest.ts';
import { fail, type Outcome, pass } from './outcome.ts';

/**
 * An anchor is sent within minutes of its snapshot, and later while the operator's node or coins are missing. One that came later than this
 * many blocks (a day and more on BSC) proves too little about the time in between.
 */
const BLOCKS_AFTER_MAX = 200_000;
/** Time after its cut-off in which a snapshot may have no anchor yet. Later than that, a missing one is a fault. */
const ANCHOR_WAIT_MS = HOUR_MS;
/** Snapshots whose anchors are asked for at a time. */
const ASKED_AT_ONCE = 16;

/** The manifest of this snapshot is on chain, or still has time to get there. */
export async function checkAnchor(options: VerifyOptions, manifest: Manifest): Promise<Outcome> {
  const { snapshotNumber, chains } = options;
  const txHash = await readTxHash(options, snapshotNumber);
  if (txHash === null) return judgeMissing(manifest, options.nowMs);
  if (chains === undefined)
    return { status: 'not checked', detail: `no node was given to look for ${txHash}` };
  const fault = await findFault(options, snapshotNumber);
  if (fault !== undefined) return fault;
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
  let waiting: Outcome | undefined;
  for (let first = start; first < snapshotNumber; first += ASKED_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(ASKED_AT_ONCE, snapshotNumber - first) },
      (_, index) => first + index,
    );
    const faults = await Promise.all(numbers.map((number) => findFault(options, number)));
    for (const [index, fault] of faults.entries()) {
      if (fault === undefined) continue;
      const named = { ...fault, detail: `Snapshot ${first + index}: ${fault.detail}` };
      if (fault.status === 'failed') return named;
      waiting ??= named;
    }
  }
  return waiting ?? pass(`snapshots: ${snapshotNumber - start}`);
}

/** Returns what keeps the anchor of a snapshot from being right; undefined when it is. */
async function findFault(options: VerifyOptions, number: number): Promise<Outcome | undefined> {
  const txHash = await readTxHash(options, number);
  const bytes = await readAll(options.files.read(number, 'manifest.bin'));
  if (txHash === null) return judgeMissing(decodeManifest(bytes), options.nowMs);
  const found = await options.chains?.findAnchor(txHash);
  if (found === undefined) return fail(`The node knows no transaction ${txHash}.`);
  const mistakes = listMistakes(found, { bytes, depthMin: options.depthMin });
  return mistakes.length > 0 ? fail(`${txHash}: ${mistakes.join(', ')}`) : undefined;
}

/** A snapshot without an anchor: 'not yet' for an hour, by the reader's clock. The pool's is not asked, because it could stand still. */
function judgeMissing(manifest: Manifest, nowMs: number): Outcome {
  const ageMs = nowMs - manifest.cutOffMs;
  // The clock of a local pool is moved by hand, and may be days ahead.
  const isEarly = ageMs <= ANCHOR_WAIT_MS && (ageMs >= -READER_BEHIND_MS_MAX || isLocalManifest(manifest));
  if (!isEarly) return fail('The pool names no transaction that anchors it.');
  return {
    status: 'not checked',
    detail: 'The pool names no transaction that anchors it yet, and has an hour for it; check again later.',
  };
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
