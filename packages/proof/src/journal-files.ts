import { equalBytes, FormatError } from './bytes.ts';
import { readAll, readRows, type SnapshotFiles } from './files.ts';
import { decodeEntry, getPseudonym, type JournalEntry } from './journal.ts';
import { LogBuilder } from './log.ts';
import { decodeManifest } from './manifest.ts';

/** An entry with its place in the journal, and the name that a user has there. */
interface PlacedEntry {
  readonly entry: JournalEntry;
  readonly index: number;
  readonly pseudonym: string;
}

/**
 * Reads the journals of all snapshots up to one, shows every entry, and yields after each snapshot whose manifest names the journal so far.
 *
 * @throws FormatError when a journal is not the one of its manifest.
 */
export async function* readPublishedJournal(
  files: SnapshotFiles,
  nonce: Uint8Array,
  last: number,
  onEntry: (placed: PlacedEntry) => void,
): AsyncGenerator<{ number: number; cutOffMs: number }> {
  const log = new LogBuilder();
  for (let number = 0; number <= last; number += 1) {
    const pseudonym = getPseudonym(nonce, number);
    for await (const row of readRows(files.read(number, 'journal.bin'))) {
      onEntry({ entry: decodeEntry(row), index: log.length, pseudonym });
      log.push(row);
    }
    const { cutOffMs, journalHeadDigest } = decodeManifest(await readAll(files.read(number, 'manifest.bin')));
    if (!equalBytes(log.root(), journalHeadDigest))
      throw new FormatError(`The journal up to snapshot ${number} is not the one that its manifest names.`);
    yield { number, cutOffMs };
  }
}
