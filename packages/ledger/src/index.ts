export { accountId, getBalance, getBalances, lockBalances } from './accounts.ts';
export { postTransfer } from './post-transfer.ts';
export { postTransferRows } from './post-transfer-rows.ts';
export {
  type AccountRef,
  type Discrepancy,
  type Move,
  OverdrawnError,
  type TransferRequest,
} from './types.ts';
export { verifyLedger } from './verify-ledger.ts';
