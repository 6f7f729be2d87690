// The journal has the transfers of a snapshot in the order of their ids, one snapshot after the other. A row of `journal_range` holds a
// range of consecutive ids, so that a day of a million transfers takes only as many rows as its ids have gaps.
import type { Horizon, Queryable, Row } from '@glasspool/db';
import { z } from 'zod';
import type { IdRange } from './read-journal.ts';

export type JournalRange = Row<'journalRange'>;

/** Ids that were taken, but not committed, when a journal was read. */
interface OpenIds extends IdRange {
  /**
   * Lowest number of the transactions that had not begun at that time, as decimal digits. Once all transactions below it have ended, ids
   * that are still missing stay missing.
   */
  readonly next: string;
}

const OpenTransfers = z.array(z.object({ from: z.number(), to: z.number(), next: z.string() }));

/** Ids to read for the next snapshot: those that were open at the last snapshot, then all ids after it. */
export function findUnread(previous: Row<'snapshot'> | undefined): IdRange[] {
  const open = previous === undefined ? [] : readOpen(previous);
  return [...open, { from: (previous?.lastTransferId ?? 0) + 1, to: Number.MAX_SAFE_INTEGER }];
}

function readOpen({ openTransfers }: Pick<Row<'snapshot'>, 'openTransfers'>): OpenIds[] {
  return OpenTransfers.parse(JSON.parse(openTransfers));
}

/** Collects the ids of a journal while they are read: ranges without a gap, and gaps that a running transaction may still fill. */
export class RangeCollector {
  readonly #snapshotNumber: number;
  readonly #horizon: Horizon | undefined;
  readonly #known: readonly OpenIds[];
  readonly #ranges: { firstPosition: number; firstTransferId: number; entries: number }[] = [];
  readonly #open: OpenIds[] = [];
  #position: number;
  #lastId: number;

  constructor(
    previous: Row<'snapshot'> | undefined,
    { snapshotNumber, horizon }: { snapshotNumber: number; horizon: Horizon | undefined },
  ) {
    this.#snapshotNumber = snapshotNumber;
    this.#horizon = horizon;
    this.#known = previous === undefined ? [] : readOpen(previous);
    this.#position = previous?.journalLength ?? 0;
    this.#lastId = previous?.lastTransferId ?? 0;
  }

  /** Adds the next transfer of the journal. */
  push(transferId: number): void {
    const range = this.#ranges.at(-1);
    if (range !== undefined && range.firstTransferId + range.entries === transferId) range.entries += 1;
    else this.#ranges.push({ firstPosition: this.#position, firstTransferId: transferId, entries: 1 });
    this.#position += 1;
    if (transferId <= this.#lastId) return;
    if (transferId > this.#lastId + 1) this.#noteGap({ from: this.#lastId + 1, to: transferId - 1 });
    this.#lastId = transferId;
  }

  finish(): { ranges: JournalRange[]; lastTransferId: number; openTransfers: string } {
    const taken = (id: number): boolean =>
      this.#ranges.some(
        ({ firstTransferId, entries }) => firstTransferId <= id && id < firstTransferId + entries,
      );
    const stillOpen = this.#known
      .filter(({ next }) => this.#horizon !== undefined && this.#horizon.oldestOpen < BigInt(next))
      .flatMap(({ from, to, next }) =>
        Array.from({ length: to - from + 1 }, (_, index) => from + index)
          .filter((id) => !taken(id))
          .map((id) => ({ from: id, to: id, next })),
      );
    return {
      ranges: this.#ranges.map((range) => ({ ...range, snapshotNumber: this.#snapshotNumber })),
      lastTransferId: this.#lastId,
      openTransfers: JSON.stringify([...stillOpen, ...this.#open]),
    };
  }

  #noteGap(gap: IdRange): void {
    if (this.#horizon !== undefined) this.#open.push({ ...gap, next: String(this.#horizon.next) });
  }
}

/** Ranges of the snapshots after `since`, up to `snapshotNumber`, in order. */
export function findRangesOf(
  db: Queryable,
  { since, snapshotNumber }: { since: number; snapshotNumber: number },
): Promise<JournalRange[]> {
  return db
    .selectFrom('journalRange')
    .selectAll()
    .where('snapshotNumber', '>', since)
    .where('snapshotNumber', '<=', snapshotNumber)
    .orderBy('firstPosition')
    .execute();
}
