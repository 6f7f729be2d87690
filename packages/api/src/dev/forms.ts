/** Experiments of the lab, in the order of its board. */
export const EXPERIMENT_IDS = [
  'reorg-before-final',
  'reorg-after-final',
  'payout-after-final',
  'finality-stalls',
  'lying-node',
  'lent-energy',
  'missing-receipt',
  'fee-spike',
  'stuck-payout',
  'parallel-withdrawals',
  'replay',
  'stolen-session',
  'web-taken-over',
  'huge-inputs',
  'kill-anywhere',
  'power-cut',
  'restore-backup',
  'full-disk',
  'clock-jump',
] as const;
export type ExperimentId = (typeof EXPERIMENT_IDS)[number];
