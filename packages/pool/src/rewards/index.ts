export { countRunInvestments } from './count-run-investments.ts';
export { getRewardReceipt, type RowProof } from './get-reward-receipt.ts';
export { listRateHistory } from './list-rate-history.ts';
export { listRewardRuns, listRewardRunsSince, type PublicRewardRun } from './list-reward-runs.ts';
export { listOwnRows } from './own-rows.ts';
export { finishRewardRun, type RewardRunDeps, type RunPages, runRewards } from './run-rewards.ts';
