import { type Check, manifestDigest, readAll, type SnapshotFiles, toHex } from '@glasspool/proof';

/** Compares the first snapshot with its digest as the reader knows it. Every later manifest names the one before: another first is another history. */
export async function checkFirst(files: SnapshotFiles, digest: string): Promise<Check> {
  const name = 'first snapshot';
  const found = toHex(manifestDigest(await readAll(files.read(0, 'manifest.bin'))));
  return found === digest
    ? { name, status: 'ok', detail: digest }
    : {
        name,
        status: 'failed',
        detail: `It is ${found}: the pool shows another history than the one that you know.`,
      };
}
