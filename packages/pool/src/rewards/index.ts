export { countRunInvestments } from './count-run-investments.ts';
export {
  listRewardRuns,
  listRewardRunsSince,
  readRewardRun,
} from './list-reward-runs.ts';
export { listOwnRows } from './own-rows.ts';
export { hashRewardRow, readSaltedRows } from './page-root.ts';
export type { PublicRewardRun, RunPages } from './reward-run.ts';
export { finishRewardRun, runRewards } from './run-rewards.ts';
