export { getRewardReceipt, type RowProof } from './get-reward-receipt.ts';
