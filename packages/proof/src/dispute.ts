// Verdict of a third party on a user's claim that the pool lied, from what the user shows and what the pool published. No one's
// word is taken: receipts are signed by the pool, and leaves and entries follow from the user's nonce.
import { equalBytes, FormatError } from './bytes.ts';
import type { DisputeVerdict } from './dispute-verdict.ts';
import { findMissingEntry } from './disputed-entries.ts';
import type { EntryReceipt } from './entry-receipt.ts';
import { getWholeLeaves, readAll, type SnapshotFiles } from './files.ts';
import { readPublishedJournal } from './journal-files.ts';
import { decodeNode, leafDigest, leafKey, NODE_BYTES, type Sums } from './leaf.ts';
import { decodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { addOwn } from './own-postings.ts';
import { receiptMessage } from './receipt.ts';
import type { OwnRow } from './reward-row.ts';
import { isSignedBy } from './signed-by.ts';
import { createHasher } from './stream-hash.ts';
import { equalSums } from './tree.ts';

/** A receipt as a user kept it. */
export interface KeptReceipt extends Sums {
  readonly snapshotNumber: number;
  readonly manifestDigest: Uint8Array;
  /** Ed25519, by the statement key of the pool. */
  readonly signature: Uint8Array;
}

/** Evidence that a user shows to others. With their nonce others can find each of their entries. */
export interface Dispute {
  readonly email: string;
  readonly nonce: Uint8Array;
  readonly receipts: readonly KeptReceipt[];
  /** Rows of reward runs that the user was sent, by the index of their entry in the journal. */
  readonly rows: ReadonlyMap<number, readonly OwnRow[]>;
  /** Entries that the pool signed for before a snapshot published them. */
  readonly entryReceipts: readonly EntryReceipt[];
}

/** Compares every receipt with the published manifest, leaves and journal of its snapshot, and those of entries with the journal. */
export async function judgeDispute(
  source: { files: SnapshotFiles; newest: number },
  dispute: Dispute,
): Promise<DisputeVerdict> {
  const { files, newest } = source;
  const receipts = dispute.receipts.toSorted((a, b) => a.snapshotNumber - b.snapshotNumber);
  const signed: KeptReceipt[] = [];
  try {
    for (const receipt of receipts) {
      const { decoded, digest } = await readManifest(files, receipt.snapshotNumber);
      if (!isSigned(dispute, receipt, decoded)) continue;
      if (!equalBytes(digest, receipt.manifestDigest))
        return lied(
          receipt,
          'it signed this receipt under another manifest than the one that it publishes now',
        );
      signed.push(receipt);
    }
    const { decoded: newestManifest } = await readManifest(files, newest);
    const entries = await findMissingEntry({ files, newest, newestManifest }, dispute);
    const count = signed.length + entries.signed;
    if (count === 0)
      return {
        verdict: 'claim not supported',
        reason: 'No receipt is signed by the key of the pool for this email and nonce.',
      };
    return (
      (await compareLeaves(files, dispute, signed)) ??
      (await compareJournal(files, dispute, signed)) ??
      entries.found ?? {
        verdict: 'claim not supported',
        reason: `What the pool signed, its leaves and its journal agree (receipts: ${count}).`,
      }
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { verdict: 'cannot tell', reason };
  }
}

function lied({ snapshotNumber }: KeptReceipt, reason: string): DisputeVerdict {
  return { verdict: 'pool lied', reason: `Snapshot ${snapshotNumber}: ${reason}.` };
}

async function readManifest(
  files: SnapshotFiles,
  number: number,
): Promise<{ decoded: Manifest; digest: Uint8Array }> {
  const bytes = await readAll(files.read(number, 'manifest.bin'));
  return { decoded: decodeManifest(bytes), digest: manifestDigest(bytes) };
}

function isSigned(
  { email, nonce }: Dispute,
  receipt: KeptReceipt,
  { statementPublicKey }: Manifest,
): boolean {
  return isSignedBy(statementPublicKey, receiptMessage({ ...receipt, email, nonce }), receipt.signature);
}

/** The leaves that follow from email and nonce have to be of what the receipt says. */
async function compareLeaves(
  files: SnapshotFiles,
  { email, nonce }: Dispute,
  receipts: readonly KeptReceipt[],
): Promise<DisputeVerdict | undefined> {
  for (const receipt of receipts) {
    const { snapshotNumber } = receipt;
    const key = leafKey({ nonce, email, snapshotNumber });
    const hasher = createHasher();
    const sum = { usdt: 0n, trx: 0n };
    let position = 0;
    for await (const piece of getWholeLeaves(files.read(snapshotNumber, 'leaves.bin'))) {
      hasher.update(piece);
      for (let at = 0; at < piece.length; at += NODE_BYTES, position += 1) {
        const { digest, usdt, trx } = decodeNode(piece.subarray(at, at + NODE_BYTES));
        if (!equalBytes(leafDigest(key, { usdt, trx, position }), digest)) continue;
        sum.usdt += usdt;
        sum.trx += trx;
      }
    }
    const { decoded } = await readManifest(files, snapshotNumber);
    if (!equalBytes(hasher.digest(), decoded.leafFileDigest))
      throw new FormatError(
        `leaves.bin of snapshot ${snapshotNumber} is not the one that its manifest names.`,
      );
    if (!equalSums(sum, receipt))
      return lied(receipt, `it signed ${say(receipt)} and has leaves of ${say(sum)} for this user`);
  }
  return undefined;
}

/**
 * A receipt has to be at least what the user's entries up to it add up to, counted from the receipt before where there is one. Rows of
 * reward runs that the user does not show can only add to it.
 */
async function compareJournal(
  files: SnapshotFiles,
  { nonce, rows }: Dispute,
  receipts: readonly KeptReceipt[],
): Promise<DisputeVerdict | undefined> {
  let sum = { usdt: 0n, trx: 0n };
  const last = receipts.at(-1)?.snapshotNumber ?? -1;
  const journals = readPublishedJournal(files, nonce, last, ({ entry, index, pseudonym }) => {
    addOwn(sum, entry, { nonce, pseudonym, rows: rows.get(index) });
  });
  for await (const { number } of journals) {
    const receipt = receipts.find((one) => one.snapshotNumber === number);
    if (receipt === undefined) continue;
    if (sum.usdt > receipt.usdt || sum.trx > receipt.trx)
      return lied(receipt, `it signed ${say(receipt)}, and the journal has ${say(sum)} for this user`);
    sum = { usdt: receipt.usdt, trx: receipt.trx };
  }
  return undefined;
}

function say({ usdt, trx }: Sums): string {
  return `${usdt} micro-units of USDT and ${trx} of TRX`;
}
