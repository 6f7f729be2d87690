import { recordReconciliations } from '@glasspool/pool/books';
import { confirmDeposits, rereadTransactions, reverseDeposits, scanChain } from '@glasspool/pool/deposits';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { matureInvestments } from '@glasspool/pool/investments';
import { sendMail } from '@glasspool/pool/mail';
import { refreshNotices } from '@glasspool/pool/notices';
import { settle } from '@glasspool/pool/outgoing';
import { rollOverReserves } from '@glasspool/pool/reserve';
import { runRewards } from '@glasspool/pool/rewards';
import { runSweeps } from '@glasspool/pool/sweeps';
import { sendWithdrawals } from '@glasspool/pool/withdrawals';
import { anchorSnapshots, takeDueSnapshot } from '@glasspool/solvency';
import { purgeExpired } from '../retention/index.ts';

// One step of each worker: bounded work, safe to run twice and to stop anywhere. The caller gives each a pace.

/** Steps of the workers that each network has. */
export const NETWORK_STEPS = {
  scan: scanChain,
  rereadTransactions,
  confirmDeposits,
  reverseDeposits,
  sendWithdrawals,
  sweep: runSweeps,
  settle,
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
