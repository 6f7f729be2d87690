import type { LedgerCurrency } from '@glasspool/core';

/** Effect of an unsigned transaction, from its bytes. */
export interface UnsignedTransfer {
  readonly currency: LedgerCurrency;
  readonly to: string;
  readonly units: bigint;
  readonly nonce: number | null;
  /** The most that the network may take for it, in units of its coin. */
  readonly feeMaxUnits: bigint;
  /** In ms of the chain's time. */
  readonly expiresAt: number | null;
  /** Bytes that it carries, as hex; null for a plain transfer. */
  readonly data: string | null;
}

/** An unsigned transaction is not of a kind that the pool makes. */
export class UnreadableTransferError extends Error {
  override readonly name = 'UnreadableTransferError';
}
