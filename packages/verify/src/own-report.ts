// A user's own part of a snapshot, from the report that their browser saved, against what the pool published for everyone.
import {
  AnchorFile,
  type ChainView,
  type Check,
  equalBytes,
  readAll,
  readJson,
  type SnapshotFiles,
  verifyOwn,
} from '@glasspool/proof';
import { z } from 'zod';
import { Bytes, Count, Entry, Micro } from './report-fields.ts';

const Node = z.object({ digest: Bytes, usdt: Micro, trx: Micro });
const Report = z.object({
  proof: z.object({
    snapshotNumber: Count,
    manifest: Bytes,
    nonce: Bytes,
    signature: Bytes,
    usdt: Micro,
    trx: Micro,
    leaves: z.array(z.object({ position: Count, leaf: Node, path: z.array(Node) })),
  }),
  entries: z.array(Entry),
  areEntriesComplete: z.boolean().optional(),
  entriesSince: z.int().optional(),
  earlier: z.object({ snapshotNumber: Count, usdt: Micro, trx: Micro }).optional(),
  history: z.object({ seenManifest: Bytes, proof: z.array(Bytes) }).optional(),
});

/**
 * The checks of one user's part, after one that the manifest in it is the published one (docs/proof-of-solvency.md, check 16). The email is
 * the user's word, not the report's.
 *
 * @throws Error when the text is not a report, or the snapshot was not published
 */
export async function checkOwnReport(request: {
  text: string;
  email: string;
  files: SnapshotFiles;
  chains: ChainView | undefined;
}): Promise<Check[]> {
  const { text, email, files, chains } = request;
  const { success, data } = Report.safeParse(JSON.parse(text));
  if (!success) throw new Error('This is not a report that a browser saved.');
  const { proof, entries, entriesSince, areEntriesComplete = false, earlier, history } = data;
  const { snapshotNumber } = proof;
  const published = await readAll(files.read(snapshotNumber, 'manifest.bin'));
  const isPublished = equalBytes(published, proof.manifest);
  const { txHash } = readJson(AnchorFile, await readAll(files.read(snapshotNumber, 'anchor.json')));
  const anchor = txHash === null ? undefined : await chains?.findAnchor(txHash);
  const checks = verifyOwn({
    proof,
    entries,
    entriesSince,
    areEntriesComplete,
    earlier,
    history,
    email,
    anchor,
  });
  return [
    {
      name: 'your manifest is the published one',
      status: isPublished ? 'ok' : 'failed',
      detail: isPublished
        ? `snapshot ${snapshotNumber}`
        : 'You were sent another one, signed or not. Keep the report.',
    },
    ...checks.map(({ name, status, detail }) => ({ name: `your ${name}`, status, detail })),
  ];
}
