import { ALL_USERS, renameOwner } from '@glasspool/core/books';
import { ByteWriter } from './bytes.ts';
import { encodeEntry, type JournalEntry } from './journal.ts';
import { commitNonce } from './receipt.ts';

const ENTRY_RECEIPT_LABEL = 'glasspool/entry-receipt/v1';
/** Stands for the user in the entry of a receipt: their name in the journal follows from a snapshot that is not taken yet. */
const SELF_NAME = '0'.repeat(32);

/** An entry of the books that the pool signed for to its user before a snapshot published it. */
export interface EntryReceipt {
  /** The pool's number of the entry: two entries that say the same have two. */
  readonly number: number;
  /** As the journal has it, with 32 zeros for the user's name. */
  readonly entry: Uint8Array;
  /** Time of the pool's clock; the entry was in the books by then. */
  readonly signedAtMs: number;
  /** Ed25519, by the statement key of the pool. */
  readonly signature: Uint8Array;
}

/** Bytes that the statement key signs. The hash of the nonce keeps others from claiming the entry as theirs. */
export function entryReceiptMessage(
  { number, entry, signedAtMs }: Omit<EntryReceipt, 'signature'>,
  nonce: Uint8Array,
): Uint8Array {
  return new ByteWriter()
    .str(ENTRY_RECEIPT_LABEL)
    .bytes(commitNonce(nonce))
    .u64(number)
    .u64(signedAtMs)
    .u32(entry.length)
    .bytes(entry)
    .done();
}

/** Encodes an entry as a receipt has it: any name of a user becomes 32 zeros. A page of a reward run names no user, and stays as it is. */
export function encodeReceiptEntry(entry: JournalEntry): Uint8Array {
  const postings = entry.postings.map((posting) => ({
    ...posting,
    account: renameOwner(posting.account, (owner) => (owner === ALL_USERS ? owner : SELF_NAME)),
  }));
  return encodeEntry({ ...entry, postings });
}
