export { getRewardReceipt } from './get-reward-receipt.ts';
export { listRewardRuns, type PublicRewardRun } from './list-reward-runs.ts';
export { type RewardRun, runRewards } from './run-rewards.ts';
