export { countRunInvestments } from './count-run-investments.ts';
export {
  listRewardRuns,
  listRewardRunsSince,
  type PublicRewardRun,
  readRewardRun,
} from './list-reward-runs.ts';
export { listOwnRows } from './own-rows.ts';
export { hashRewardRow, readSaltedRows } from './page-root.ts';
export { finishRewardRun, type RewardRunDeps, type RunPages, runRewards } from './run-rewards.ts';
