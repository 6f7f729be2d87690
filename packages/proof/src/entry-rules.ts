import { MINUTE_MS } from '@glasspool/core';
import { findRunOfReference, getFeeStep, getRunStep, OPEN_MS_MAX } from '@glasspool/core/books';
import type { TermsFile } from './bundle.ts';
import type { JournalEntry } from './journal.ts';
import { BooksError } from './postings.ts';

/** A cut-off is no earlier than the entries that its snapshot has; a minute is for what rounds. */
const AHEAD_MS_MAX = MINUTE_MS;
/** Transfers that take the fee of a withdrawal or give it back, as an error names them. */
const SUBJECTS = { taken: 'A withdrawal has', returned: 'A reversed withdrawal gives back' } as const;

interface SnapshotFrame {
  readonly cutOffMs: number;
  /** Undefined for the first snapshot. */
  readonly earlierCutOffMs: number | undefined;
  readonly terms: TermsFile;
}

/** Facts of the snapshot of an entry: its time, and the highest fee that its terms allow (docs/proof-of-solvency.md, check 15). */
export class EntryRules {
  readonly #frame: SnapshotFrame;
  readonly #runAtMs: ReadonlyMap<string, number>;

  constructor(frame: SnapshotFrame) {
    this.#frame = frame;
    this.#runAtMs = new Map(frame.terms.runs.map(({ id, runAtMs }) => [id, runAtMs]));
  }

  /** @throws BooksError */
  check(entry: JournalEntry): void {
    this.#checkTime(entry);
    const step = getFeeStep(entry.kind);
    if (step !== undefined) this.#checkFee(entry, SUBJECTS[step]);
  }

  #checkTime({ kind, reference, createdAtMs }: JournalEntry): void {
    const { cutOffMs, earlierCutOffMs } = this.#frame;
    const name = `An entry of the kind ${kind}`;
    if (createdAtMs > cutOffMs + AHEAD_MS_MAX) throw new BooksError(`${name} is later than its snapshot.`);
    if (getRunStep(kind) !== undefined) {
      // All entries of a run have its time, also those that were made after a stop of days.
      if (this.#runAtMs.get(findRunOfReference(reference) ?? '') !== createdAtMs)
        throw new BooksError(`${name} does not have the time of its reward run.`);
      return;
    }
    if (earlierCutOffMs !== undefined && createdAtMs < earlierCutOffMs - OPEN_MS_MAX)
      throw new BooksError(`${name} is older than the snapshot before, which does not have it.`);
  }

  #checkFee({ createdAtMs, postings }: JournalEntry, subject: string): void {
    for (const { account, currency, amount } of postings) {
      if (account !== 'pool/ownFunds') continue;
      const feeMaxMicro = this.#feeMaxMicro(currency, createdAtMs);
      const feeMicro = amount < 0n ? -amount : amount;
      if (feeMicro > feeMaxMicro)
        throw new BooksError(
          `${subject} a fee of ${feeMicro} micro-units of ${currency}; terms up to then allow ${feeMaxMicro}.`,
        );
    }
  }

  /** A withdrawal has the fee of the terms at its request, which may be older than those at its end, or minutes ahead of its machine's clock. */
  #feeMaxMicro(currency: string, atMs: number): bigint {
    if (currency !== 'USDT' && currency !== 'TRX') return 0n;
    return this.#frame.terms.terms
      .filter(({ startsAtMs }) => startsAtMs <= atMs + OPEN_MS_MAX)
      .map(({ withdrawalFee }) => BigInt(withdrawalFee[currency]))
      .reduce((highest, fee) => (fee > highest ? fee : highest), 0n);
  }
}
