export { attributeDeposit } from './attribute-deposit.ts';
export { confirmDeposits } from './confirm-deposits.ts';
export { ensureHotWallet, OtherKeystoreError } from './ensure-hot-wallet.ts';
export { type DepositFate, findDeposit } from './find-deposit.ts';
export { isDepositCredited } from './is-deposit-credited.ts';
export {
  type ChainState,
  type ConditionOfChain,
  listChainConditions,
  listChainStates,
} from './list-chain-states.ts';
export { listUnmatchedReceipts } from './list-unmatched.ts';
export { rereadTransactions } from './reread-transactions.ts';
export { reverseDeposits } from './reverse-deposits.ts';
export { scanChain } from './scan-chain.ts';
export { isScanCurrent } from './scanned-blocks.ts';
export { readScannedHeight, readUnreadTransfers } from './unread-transfers.ts';
