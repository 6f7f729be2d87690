export { confirmDeposits } from './confirm-deposits.ts';
export { ensureTreasury } from './ensure-treasury.ts';
export { type DepositFate, findDeposit } from './find-deposit.ts';
export { type ChainState, listChainStates } from './list-chain-states.ts';
export { reverseDeposits } from './reverse-deposits.ts';
export { scanChain } from './scan-chain.ts';
