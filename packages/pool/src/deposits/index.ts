export { attributeDeposit } from './attribute-deposit.ts';
export { confirmDeposits } from './confirm-deposits.ts';
export { ensureTreasury } from './ensure-treasury.ts';
export { type DepositFate, findDeposit } from './find-deposit.ts';
export { type ChainState, listChainStates } from './list-chain-states.ts';
export { listUnmatchedReceipts } from './list-unmatched.ts';
export { reverseDeposits } from './reverse-deposits.ts';
export { scanChain } from './scan-chain.ts';
