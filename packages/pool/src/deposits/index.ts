export { confirmDeposits } from './confirm-deposits.ts';
export { ensureTreasury } from './ensure-treasury.ts';
export { scanChain } from './scan-chain.ts';
