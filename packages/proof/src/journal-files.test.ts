// Goal: the journal of all snapshots is read in order, each entry under its index and its user's name in that snapshot, and one that a manifest does not
// name is refused. Method: two snapshots.
import { describe, expect, it } from 'vitest';
import type { SnapshotFiles } from './files.ts';
import { encodeEntry, encodeJournal, getPseudonym } from './journal.ts';
import { readPublishedJournal } from './journal-files.ts';
import { LogBuilder } from './log.ts';
import { encodeManifest } from './manifest.ts';
import { sampleManifest } from './testing.ts';
import { FUNDED, fix } from './testing-runs.ts';
import { EMPTY } from './tree.ts';

const NONCE = new Uint8Array(32).fill(4);
const JOURNALS = [FUNDED.slice(0, 2), [...FUNDED.slice(2), fix(7n)]] as const;

/** Files of the two snapshots; a journal may be another one than its manifest names. */
function makeFiles(journals: readonly (readonly (typeof FUNDED)[number][])[] = JOURNALS): SnapshotFiles {
  return {
    async *read(number, name) {
      if (name === 'journal.bin') yield encodeJournal(journals[number] ?? []);
      if (name !== 'manifest.bin') return;
      const log = new LogBuilder();
      for (const entry of JOURNALS.slice(0, number + 1).flat()) log.push(encodeEntry(entry));
      yield encodeManifest(
        sampleManifest(
          { root: EMPTY, leafCount: 0 },
          { snapshotNumber: number, cutOffMs: 100 + number, journalHeadDigest: log.root() },
        ),
      );
    },
  };
}

async function read(files: SnapshotFiles, last = 1) {
  const entries: [kind: string, index: number, pseudonym: string][] = [];
  const snapshots: { number: number; cutOffMs: number }[] = [];
  const steps = readPublishedJournal(files, NONCE, last, ({ entry, index, pseudonym }) =>
    entries.push([entry.kind, index, pseudonym]),
  );
  for await (const step of steps) snapshots.push(step);
  return { entries, snapshots };
}

describe('the published journal', () => {
  it('is read in order, with the user’s name in each snapshot', async () => {
    const [first, second] = [getPseudonym(NONCE, 0), getPseudonym(NONCE, 1)];
    const { entries, snapshots } = await read(makeFiles());
    expect(entries).toEqual([
      ['operator-deposit', 0, first],
      ['reserve-funding', 1, first],
      ['reserve-funding', 2, second],
      ['reward-run', 3, second],
    ]);
    expect(snapshots).toEqual([
      { number: 0, cutOffMs: 100 },
      { number: 1, cutOffMs: 101 },
    ]);
    expect((await read(makeFiles(), 0)).entries).toHaveLength(2);
  });

  it('is the one that each manifest names', async () => {
    await expect(read(makeFiles([JOURNALS[0], JOURNALS[1].slice(1)]))).rejects.toThrow(
      'The journal up to snapshot 1 is not the one that its manifest names.',
    );
    await expect(read(makeFiles([JOURNALS[0].toReversed(), JOURNALS[1]]))).rejects.toThrow(
      'The journal up to snapshot 0 is not the one that its manifest names.',
    );
  });
});
