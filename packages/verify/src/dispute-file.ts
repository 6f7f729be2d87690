// A user's claim that the pool lied to them, from the report that their browser saved, judged for a third party.
import { type DisputeVerdict, judgeDispute, type KeptReceipt, manifestDigest } from '@glasspool/proof';
import { z } from 'zod';
import type { Bundle } from './remote.ts';
import { Bytes, Count, Entry, Micro, SignedEntry } from './report-fields.ts';

const Receipt = z.object({ snapshotNumber: Count, usdt: Micro, trx: Micro, signature: Bytes });
const DisputeFile = z.object({
  email: z.string(),
  nonce: Bytes.optional(),
  /** Missing where a snapshot left the user out. */
  proof: Receipt.extend({ nonce: Bytes, manifest: Bytes }).optional(),
  entries: z.array(Entry.pick({ index: true, rows: true })).default([]),
  /** Receipt that the browser kept from an earlier snapshot. */
  earlier: Receipt.extend({ manifestDigest: Bytes }).optional(),
  entryReceipts: z.array(SignedEntry).default([]),
});

/**
 * Judges a saved report by what the pool published.
 *
 * @throws Error when the text is not a report
 */
export async function judgeReport(text: string, files: Bundle): Promise<DisputeVerdict> {
  const { success, data } = DisputeFile.safeParse(JSON.parse(text));
  if (!success) throw new Error('This is not a report that a browser saved.');
  const { email, proof, entries, earlier, entryReceipts } = data;
  const nonce = proof?.nonce ?? data.nonce;
  if (nonce === undefined) throw new Error('The report does not have the secret number of its user.');
  const rows = new Map(entries.map((entry) => [entry.index, entry.rows ?? []]));
  const receipts: KeptReceipt[] = [];
  if (proof !== undefined) receipts.push({ ...proof, manifestDigest: manifestDigest(proof.manifest) });
  if (earlier !== undefined) receipts.push(earlier);
  const newest = await files.findNewest();
  return judgeDispute({ files, newest }, { email, nonce, receipts, rows, entryReceipts });
}
