import { ByteWriter } from './bytes.ts';
import type { Sums } from './leaf.ts';

const RECEIPT_LABEL = 'glasspool/receipt/v1';

/** What the operator says that it owes one user. */
export interface ReceiptFacts extends Sums {
  readonly snapshotNumber: number;
  readonly email: string;
  readonly manifestDigest: Uint8Array;
}

/** The bytes that the statement key signs: without them an omitted user has no evidence. */
export function receiptMessage(facts: ReceiptFacts): Uint8Array {
  const { snapshotNumber, email, usdt, trx, manifestDigest } = facts;
  return new ByteWriter()
    .str(RECEIPT_LABEL)
    .u64(snapshotNumber)
    .str(email)
    .u64(usdt)
    .u64(trx)
    .bytes(manifestDigest)
    .done();
}
