import { recordGasTopUp, recordReconciliations } from '../books/index.ts';
import { confirmDeposits, reverseDeposits, scanChain } from '../deposits/index.ts';
import { matureInvestments } from '../investments/index.ts';
import { sendMail } from '../mail/index.ts';
import { refreshNotices } from '../notices/index.ts';
import { followAdopted } from '../recovery/index.ts';
import { rollOverReserves } from '../reserve/index.ts';
import { purgeExpired } from '../retention/index.ts';
import { runRewards } from '../rewards/index.ts';
import { anchorSnapshots, takeDueSnapshot } from '../solvency/index.ts';
import { runSweeps } from '../sweeps/index.ts';
import { confirmWithdrawals, sendWithdrawals } from '../withdrawals/index.ts';

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
