import {
  confirmDeposits,
  confirmWithdrawals,
  followAdopted,
  matureInvestments,
  recordGasTopUp,
  recordReconciliations,
  refreshNotices,
  reverseDeposits,
  rollOverReserves,
  runRewards,
  runSweeps,
  scanChain,
  sendMail,
  sendWithdrawals,
} from '@glasspool/pool';
import { anchorSnapshots, takeDueSnapshot } from '@glasspool/solvency';
import { purgeExpired } from '../retention/index.ts';

// One step of each worker: bounded work, safe to run twice and to stop anywhere. The caller gives each a pace.

/** Steps of the workers that each network has. */
export const NETWORK_STEPS = {
  scan: scanChain,
  confirmDeposits,
  reverseDeposits,
  sendWithdrawals,
  confirmWithdrawals,
  sweep: runSweeps,
  followAdopted,
} as const;

/** Steps of the workers that the pool has once. */
export const POOL_STEPS = {
  recordGasTopUp,
  runRewards,
  matureInvestments,
  rollOverReserves,
  reconcile: recordReconciliations,
  takeSnapshot: takeDueSnapshot,
  anchorSnapshots,
  refreshNotices,
  sendMail,
  purgeExpired,
} as const;

export type NetworkStepName = keyof typeof NETWORK_STEPS;
export type PoolStepName = keyof typeof POOL_STEPS;
