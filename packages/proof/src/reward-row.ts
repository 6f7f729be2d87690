// One user's row of a reward run. The journal has only the root of a page of rows and their sum (docs/books.md, Reward runs), so that
// equal rewards of every day tie no user's names together.
import { readPublishedPage } from '@glasspool/core/books';
import { ByteWriter, FormatError, fromHex, toHex } from './bytes.ts';
import { hmacSha256, type Sha256, sha256 } from './hash.ts';
import type { JournalEntry } from './journal.ts';
import { isIncluded, type LogProof, logLeaf } from './log.ts';

const SALT_LABEL = 'glasspool/reward-row/v1';
const SALT_BYTES = 16;
const ROW =
  /^(?<level>[0-3])\/(?<investmentId>[^/]+)\/(?<day>[1-9]\d{0,8})\/(?<due>\d{1,20})\/(?<paid>\d{1,20})$/;

/** A row, with its place among those of its page. */
export interface OwnRow {
  /** `level/investment/day/due/paid`, level 0 for the reward itself, 1 to 3 for an inviter's share. */
  readonly text: string;
  readonly index: number;
  /** Number of rows of the page. */
  readonly rows: number;
  readonly path: LogProof;
}

export interface RewardRow {
  readonly level: number;
  readonly investmentId: string;
  readonly day: number;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
}

/** @throws FormatError */
export function parseRow(text: string): RewardRow {
  const { level, investmentId = '', day, due, paid } = ROW.exec(text)?.groups ?? {};
  if (due === undefined || paid === undefined) throw new FormatError(`${text} is not a row of a reward run.`);
  return {
    level: Number(level),
    investmentId,
    day: Number(day),
    dueMicro: BigInt(due),
    paidMicro: BigInt(paid),
  };
}

/** Salt of a row in hex. It follows from the nonce of the user who is paid, so a row cannot be shown to be another user's. */
export function rowSalt(
  nonce: Uint8Array,
  { runId, page, text }: { runId: string; page: number; text: string },
  hash: Sha256 = sha256,
): string {
  const message = new ByteWriter().str(SALT_LABEL).str(runId).u32(page).str(text).done();
  return toHex(hmacSha256(hash, nonce, message).subarray(0, SALT_BYTES));
}

/** Content of the leaf of a row in the tree of its page (RFC 6962). */
export function rowContent(salt: string, text: string): Uint8Array {
  return new TextEncoder().encode(`${salt}/${text}`);
}

/**
 * Amount that rows of one user were paid by an entry of the journal, in micro-units.
 *
 * @throws FormatError when the entry has no rows, a row is there twice, is not of the page, or is not this user's.
 */
export function sumRows(
  { reference }: Pick<JournalEntry, 'reference'>,
  rows: readonly OwnRow[],
  nonce: Uint8Array,
): bigint {
  const page = readPublishedPage(reference);
  if (page === undefined) throw new FormatError('An entry that is not a page of a reward run has rows.');
  const seen = new Set<string>();
  let sum = 0n;
  for (const { text, index, rows: length, path } of rows) {
    const { level, investmentId, day, paidMicro } = parseRow(text);
    const name = `${level}/${investmentId}/${day}`;
    if (seen.has(name)) throw new FormatError(`The row ${name} is counted twice.`);
    seen.add(name);
    const leaf = logLeaf(rowContent(rowSalt(nonce, { ...page, text }), text));
    if (!isIncluded(leaf, { index, length, proof: path, root: fromHex(page.root) }))
      throw new FormatError(`The row ${text} is not in page ${page.page} of ${page.runId}, or is not yours.`);
    sum += paidMicro;
  }
  return sum;
}
