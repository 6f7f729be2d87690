// Entries that the pool signed for when they were made, against the journal that it published later.

import { OPEN_MS_MAX, parseAccountPath, readPublishedPage } from '@glasspool/core/books';
import { toHex } from './bytes.ts';
import type { DisputeVerdict } from './dispute-verdict.ts';
import { type EntryReceipt, encodeReceiptEntry, entryReceiptMessage } from './entry-receipt.ts';
import type { SnapshotFiles } from './files.ts';
import { decodeEntry, type JournalEntry } from './journal.ts';
import { readPublishedJournal } from './journal-files.ts';
import type { Manifest } from './manifest.ts';
import { isSignedBy } from './signed-by.ts';

/** An entry that was in the books when it was signed for is in every view of them from then on; clocks of two machines may differ. */
const DELAY_MAX_MS = OPEN_MS_MAX;

interface Claim {
  readonly nonce: Uint8Array;
  readonly entryReceipts: readonly EntryReceipt[];
}

interface Published {
  readonly files: SnapshotFiles;
  readonly newest: number;
  readonly newestManifest: Manifest;
}

/**
 * Looks for each entry that the pool signed for in the journals up to the first snapshot whose cut-off is more than 15 minutes after
 * the signature. Entries that say the same have to be there as often as receipts with different numbers.
 */
export async function findMissingEntry(
  { files, newest, newestManifest }: Published,
  { nonce, entryReceipts }: Claim,
): Promise<{ signed: number; found: DisputeVerdict | undefined }> {
  const claimed = groupSigned(entryReceipts, nonce, newestManifest.statementPublicKey);
  const signed = [...claimed.values()].reduce((sum, group) => sum + group.length, 0);
  if (signed === 0) return { signed, found: undefined };
  const published = new Map<string, number>();
  const journals = readPublishedJournal(files, nonce, newest, ({ entry, pseudonym }) => {
    if (!mayBeOwn(entry, pseudonym)) return;
    const text = toHex(encodeReceiptEntry(entry));
    if (claimed.has(text)) published.set(text, (published.get(text) ?? 0) + 1);
  });
  for await (const { number, cutOffMs } of journals)
    for (const [text, group] of claimed) {
      const due = group.filter(({ signedAtMs }) => signedAtMs + DELAY_MAX_MS < cutOffMs);
      const [first] = due;
      if (first !== undefined && due.length > (published.get(text) ?? 0))
        return { signed, found: missing(first, number) };
    }
  const isEarly = [...claimed].some(([text, group]) => group.length > (published.get(text) ?? 0));
  return { signed, found: isEarly ? EARLY : undefined };
}

const EARLY: DisputeVerdict = {
  verdict: 'cannot tell',
  reason: 'An entry that the pool signed for may still come in the next snapshot. Judge it again then.',
};

function missing({ entry }: EntryReceipt, number: number): DisputeVerdict {
  const { kind, createdAtMs } = decodeEntry(entry);
  const time = new Date(createdAtMs).toISOString();
  const reason = `it signed for an entry of the kind ${kind} of ${time}, and the journal does not have it`;
  return { verdict: 'pool lied', reason: `Snapshot ${number}: ${reason}.` };
}

/** Receipts that the key signed for this nonce, by what they say; one that is shown twice counts once. */
function groupSigned(
  receipts: readonly EntryReceipt[],
  nonce: Uint8Array,
  statementPublicKey: Uint8Array,
): Map<string, EntryReceipt[]> {
  const groups = new Map<string, EntryReceipt[]>();
  const seen = new Set<number>();
  const earliestFirst = receipts.toSorted((a, b) => a.signedAtMs - b.signedAtMs);
  for (const receipt of earliestFirst) {
    const isSigned = isSignedBy(statementPublicKey, entryReceiptMessage(receipt, nonce), receipt.signature);
    if (!isSigned || seen.has(receipt.number)) continue;
    seen.add(receipt.number);
    const text = toHex(receipt.entry);
    groups.set(text, [...(groups.get(text) ?? []), receipt]);
  }
  return groups;
}

function mayBeOwn({ reference, postings }: JournalEntry, pseudonym: string): boolean {
  if (readPublishedPage(reference) !== undefined) return true;
  return postings.some(({ account }) => parseAccountPath(account)?.owner === pseudonym);
}
