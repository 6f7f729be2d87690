// A user's claim that the pool lied to them, from the report that their browser saved, judged for a third party.
import {
  type DisputeVerdict,
  judgeDispute,
  type KeptReceipt,
  manifestDigest,
  type SnapshotFiles,
} from '@glasspool/core/solvency';
import { z } from 'zod';
import { Bytes, Count, Entry, Micro } from './report-fields.ts';

const Receipt = z.object({ snapshotNumber: Count, usdt: Micro, trx: Micro, signature: Bytes });
const DisputeFile = z.object({
  email: z.string(),
  proof: Receipt.extend({ nonce: Bytes, manifest: Bytes }),
  entries: z.array(Entry.pick({ index: true, rows: true })).default([]),
  /** Receipt that the browser kept from an earlier snapshot. */
  earlier: Receipt.extend({ manifestDigest: Bytes }).optional(),
});

/**
 * Judges a saved report by what the pool published.
 *
 * @throws Error when the text is no report
 */
export async function judgeReport(text: string, files: SnapshotFiles): Promise<DisputeVerdict> {
  const { success, data } = DisputeFile.safeParse(JSON.parse(text));
  if (!success) throw new Error('This is no report that a browser saved.');
  const { email, proof, entries, earlier } = data;
  const rows = new Map(entries.map((entry) => [entry.index, entry.rows ?? []]));
  const { nonce, manifest, ...receipt } = proof;
  const receipts: KeptReceipt[] = [{ ...receipt, manifestDigest: manifestDigest(manifest) }];
  if (earlier !== undefined) receipts.push(earlier);
  return judgeDispute(files, { email, nonce, receipts, rows });
}
