import { ByteReader, ByteWriter, toHex } from './bytes.ts';
import { hmacSha256, type Sha256, sha256 } from './hash.ts';

const PSEUDONYM_LABEL = 'glasspool/journal/v1';
const PSEUDONYM_BYTES = 16;

/** One transfer of the journal as it is published: users under pseudonyms, references only where they name no user. */
export interface JournalEntry {
  readonly kind: string;
  readonly createdAtMs: number;
  /** A transaction on chain or a reward run; empty where it would tell who. */
  readonly reference: string;
  readonly postings: readonly JournalPosting[];
}

export interface JournalPosting {
  /** `pool/reserve`, `chain/custody`, `user/<pseudonym>/wallet` … */
  readonly account: string;
  readonly currency: string;
  /** Micro-units; above zero where it credits. */
  readonly amount: bigint;
}

/** A user's name in the rows between the last snapshot and this one. Only who knows the nonce can make it. */
export function getPseudonym(nonce: Uint8Array, snapshotNumber: number, hash: Sha256 = sha256): string {
  const message = new ByteWriter().str(PSEUDONYM_LABEL).u64(snapshotNumber).done();
  return toHex(hmacSha256(hash, nonce, message).slice(0, PSEUDONYM_BYTES));
}

export function encodeEntry({ kind, createdAtMs, reference, postings }: JournalEntry): Uint8Array {
  const writer = new ByteWriter().str(kind).u64(createdAtMs).str(reference).u16(postings.length);
  for (const { account, currency, amount } of postings) writer.str(account).str(currency).i64(amount);
  return writer.done();
}

/** @throws FormatError when it is not exactly one entry. */
export function decodeEntry(bytes: Uint8Array): JournalEntry {
  const reader = new ByteReader(bytes);
  const [kind, createdAtMs, reference, count] = [
    reader.str(),
    Number(reader.u64()),
    reader.str(),
    reader.u16(),
  ];
  const postings = Array.from({ length: count }, () => ({
    account: reader.str(),
    currency: reader.str(),
    amount: reader.i64(),
  }));
  reader.end();
  return { kind, createdAtMs, reference, postings };
}

/** The journal file: each entry with its length before it. */
export function encodeJournal(entries: Iterable<JournalEntry>): Uint8Array {
  const writer = new ByteWriter();
  for (const entry of entries) {
    const bytes = encodeEntry(entry);
    writer.u32(bytes.length).bytes(bytes);
  }
  return writer.done();
}

/** The rows of a journal file, as bytes: what the log hashes. */
export function* readJournal(file: Uint8Array): Generator<Uint8Array> {
  const reader = new ByteReader(file);
  while (!reader.isAtEnd) yield reader.bytes(reader.u32());
}
