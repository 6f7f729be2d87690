// Closed grammar of transfers (docs/books.md). The ledger, the database and every verifier accept nothing else.
import type { KindRule } from './kind-rule.ts';
import { BALANCE_KINDS } from './kinds/balances.ts';
import { RECEIPT_KINDS } from './kinds/receipts.ts';
import { REWARD_KINDS } from './kinds/rewards.ts';
import { WITHDRAWAL_KINDS } from './kinds/withdrawals.ts';

/** Every kind of transfer, by families. */
export const TRANSFER_KINDS = {
  ...RECEIPT_KINDS,
  ...BALANCE_KINDS,
  ...WITHDRAWAL_KINDS,
  ...REWARD_KINDS,
} as const satisfies Record<string, KindRule>;
export type TransferKind = keyof typeof TRANSFER_KINDS;
