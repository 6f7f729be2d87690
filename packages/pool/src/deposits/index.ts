export { confirmDeposits } from './confirm-deposits.ts';
export { ensureTreasury } from './ensure-treasury.ts';
export { type DepositFate, findDeposit } from './find-deposit.ts';
export { reverseDeposits } from './reverse-deposits.ts';
export { scanChain } from './scan-chain.ts';
