export { confirmDeposits } from './confirm-deposits.ts';
export { ensureTreasury } from './ensure-treasury.ts';
export { type DepositFate, findDeposit } from './find-deposit.ts';
export { scanChain } from './scan-chain.ts';
