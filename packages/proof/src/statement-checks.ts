// The check of the addresses that hold the reserves: each signed by its own key. It throws FormatError or answers.
import { ReservesFile, readJson, StatementsFile } from './bundle.ts';
import { FormatError } from './bytes.ts';
import { readAll, type SnapshotFiles } from './files.ts';
import { type Manifest, manifestDigest } from './manifest.ts';
import { type Outcome, pass } from './outcome.ts';
import { recoverSigner, writeStatement } from './statement.ts';

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
    const text = writeStatement({ network, address }, { manifest, digest: manifestDigest(bytes) });
    if (recoverSigner(network, text, signature) !== address)
      throw new FormatError(`The statement of ${address} is signed by another key, or says something else.`);
    if (signed.has(address)) throw new FormatError(`${address} has two statements.`);
    signed.add(address);
  }
  const listed = new Set<string>();
  for (const { address } of reserves) {
    if (listed.has(address)) throw new FormatError(`${address} is counted twice.`);
    listed.add(address);
    if (!signed.has(address)) throw new FormatError(`${address} has no statement.`);
  }
  return pass(`${listed.size} addresses`);
}
