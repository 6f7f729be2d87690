import type { ExperimentId } from '@glasspool/api/contracts';
import { hugeInputs } from './attacker/huge-inputs.ts';
import { parallelWithdrawals } from './attacker/parallel-withdrawals.ts';
import { replay } from './attacker/replay.ts';
import { stolenSession } from './attacker/stolen-session.ts';
import { webTakenOver } from './attacker/web-taken-over.ts';
import { feeSpike } from './chain/fee-spike.ts';
import { finalityStalls } from './chain/finality-stalls.ts';
import { lentEnergy } from './chain/lent-energy.ts';
import { lyingNode } from './chain/lying-node.ts';
import { missingReceipt } from './chain/missing-receipt.ts';
import { payoutAfterFinal } from './chain/payout-after-final.ts';
import { reorgAfterFinal } from './chain/reorg-after-final.ts';
import { reorgBeforeFinal } from './chain/reorg-before-final.ts';
import { stuckPayout } from './chain/stuck-payout.ts';
import type { Experiment } from './experiment.ts';
import { clockJump } from './fate/clock-jump.ts';
import { fullDisk } from './fate/full-disk.ts';
import { killAnywhere } from './fate/kill-anywhere.ts';
import { powerCut } from './fate/power-cut.ts';
import { restoreBackup } from './fate/restore-backup.ts';

/** Work of each experiment of the list (packages/lab/src/experiments/experiments.ts). */
export const RUNS: Readonly<Record<ExperimentId, Experiment>> = {
  'reorg-before-final': reorgBeforeFinal,
  'reorg-after-final': reorgAfterFinal,
  'payout-after-final': payoutAfterFinal,
  'finality-stalls': finalityStalls,
  'lying-node': lyingNode,
  'lent-energy': lentEnergy,
  'missing-receipt': missingReceipt,
  'fee-spike': feeSpike,
  'stuck-payout': stuckPayout,
  'parallel-withdrawals': parallelWithdrawals,
  replay,
  'stolen-session': stolenSession,
  'web-taken-over': webTakenOver,
  'huge-inputs': hugeInputs,
  'kill-anywhere': killAnywhere,
  'power-cut': powerCut,
  'restore-backup': restoreBackup,
  'full-disk': fullDisk,
  'clock-jump': clockJump,
};
