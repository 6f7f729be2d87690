import { ByteWriter } from './bytes.ts';
import { sha256 } from './hash.ts';
import type { Sums } from './leaf.ts';

const RECEIPT_LABEL = 'glasspool/receipt/v2';
const NONCE_LABEL = 'glasspool/nonce/v1';

/** Statement of the operator about its liability to one user. */
export interface ReceiptFacts extends Sums {
  readonly snapshotNumber: number;
  readonly email: string;
  /** The user's; the receipt has a hash of it, so that no other one can be put beside the same receipt later. */
  readonly nonce: Uint8Array;
  readonly manifestDigest: Uint8Array;
}

/** Hash of a nonce, which says nothing of it and fits no other one. */
export function commitNonce(nonce: Uint8Array): Uint8Array {
  return sha256(new ByteWriter().str(NONCE_LABEL).bytes(nonce).done());
}

/** The bytes that the statement key signs: without them an omitted user has no evidence. */
export function receiptMessage(facts: ReceiptFacts): Uint8Array {
  const { snapshotNumber, email, nonce, usdt, trx, manifestDigest } = facts;
  return new ByteWriter()
    .str(RECEIPT_LABEL)
    .u64(snapshotNumber)
    .str(email)
    .bytes(commitNonce(nonce))
    .u64(usdt)
    .u64(trx)
    .bytes(manifestDigest)
    .done();
}
