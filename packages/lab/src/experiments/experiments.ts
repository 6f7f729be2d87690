import type { ExperimentId, ExperimentNews } from '@glasspool/api/contracts';

/** The one who acts in an experiment of the lab. */
export const EXPERIMENT_GROUPS = ['chain', 'attacker', 'fate'] as const;
export type ExperimentGroup = (typeof EXPERIMENT_GROUPS)[number];

/** Rules that hold at the end of every experiment: those of the simulator (docs/quality.md), asked of the sandbox's books and chains. */
export const CLOSING_CHECKS = ['books', 'chain', 'covered', 'paid-once'] as const;
export type ClosingCheck = (typeof CLOSING_CHECKS)[number];

interface ListedExperiment {
  readonly group: ExperimentGroup;
  /** Checks on the way, in this order, before the closing ones. */
  readonly checks: readonly string[];
  /** Closing checks that fail at the end: by them the harm is noticed. */
  readonly brokenRules?: readonly ClosingCheck[];
  /** Files that defend. */
  readonly code: readonly string[];
  /** Tests that prove it beyond the lab. */
  readonly tests: readonly string[];
}

/** Experiments of the lab, in the order of its board. */
export const EXPERIMENTS = {
  'reorg-before-final': {
    group: 'chain',
    checks: ['seen-not-credited', 'gone-not-credited'],
    code: ['packages/pool/src/deposits/roll-back.ts', 'packages/pool/src/deposits/confirm-deposits.ts'],
    tests: ['e2e/src/faults/faults.test.ts'],
  },
  'reorg-after-final': {
    group: 'chain',
    checks: ['credited', 'reversed', 'owes'],
    code: ['packages/pool/src/deposits/reverse-deposits.ts'],
    tests: ['packages/pool/src/deposits/reversed.test.ts'],
  },
  'payout-after-final': {
    group: 'chain',
    checks: ['stopped-there', 'paid-again', 'lost-waits', 'given-back'],
    code: [
      'packages/pool/src/outgoing/reopen.ts',
      'packages/pool/src/outgoing/settle.ts',
      'packages/pool/src/withdrawals/give-back.ts',
    ],
    tests: ['packages/pool/src/recovery/lost-payments.test.ts', 'e2e/src/faults/replaced-payment.test.ts'],
  },
  'finality-stalls': {
    group: 'chain',
    checks: ['waits-for-finality', 'credited-when-final'],
    code: ['packages/chains/src/bsc/head.ts', 'packages/pool/src/deposits/confirm-deposits.ts'],
    tests: ['packages/pool/src/deposits/chain-states.test.ts'],
  },
  'lying-node': {
    group: 'chain',
    checks: [
      'receipts-refused',
      'unproved-told',
      'invention-not-credited',
      'consistent-lie-stops-payouts',
      'nothing-left',
    ],
    brokenRules: ['chain'],
    code: [
      'packages/chains/src/bsc/blocks.ts',
      'packages/pool/src/deposits/explain-deposits.ts',
      'packages/pool/src/books/reconcile.ts',
    ],
    tests: ['packages/chains/src/bsc/blocks.test.ts', 'packages/pool/src/deposits/explained.test.ts'],
  },
  'lent-energy': {
    group: 'chain',
    checks: ['loan-is-no-deposit', 'payment-is-credited', 'payouts-go-on'],
    code: ['packages/chains/src/tron/transfers.ts', 'packages/pool/src/deposits/explain-deposits.ts'],
    tests: ['packages/chains/src/tron/transfers.test.ts', 'packages/chains/src/tron/recorded-node.test.ts'],
  },
  'missing-receipt': {
    group: 'chain',
    checks: ['block-not-passed', 'found-and-credited'],
    code: ['packages/chains/src/tron/tron-reader.ts', 'packages/chains/src/tron/transfers.ts'],
    tests: ['packages/chains/src/tron/transfers.test.ts'],
  },
  'fee-spike': {
    group: 'chain',
    checks: ['waits-for-fee', 'paid-afterwards'],
    code: ['packages/chains/src/bsc/fees.ts', 'packages/pool/src/withdrawals/send-withdrawals.ts'],
    tests: ['packages/chains/src/bsc/fees.test.ts'],
  },
  'stuck-payout': {
    group: 'chain',
    checks: ['stuck', 'replaced'],
    code: ['packages/pool/src/outgoing/settle.ts'],
    tests: ['packages/pool/src/withdrawals/replacements.test.ts'],
  },
  'parallel-withdrawals': {
    group: 'attacker',
    checks: ['one-accepted', 'others-refused'],
    code: ['packages/pool/src/withdrawals/request-withdrawal.ts'],
    tests: ['packages/pool/src/withdrawals/withdrawals.test.ts'],
  },
  replay: {
    group: 'attacker',
    checks: ['one-withdrawal', 'chain-refuses'],
    code: ['packages/db/src/idempotency.ts', 'packages/pool/src/outgoing/send.ts'],
    tests: ['packages/pool/src/withdrawals/withdrawals.test.ts'],
  },
  'stolen-session': {
    group: 'attacker',
    checks: ['steals-nothing', 'keeps-nothing', 'ended'],
    code: [
      'packages/identity/src/two-factor/step-up.ts',
      'packages/identity/src/sessions/end-user-sessions.ts',
    ],
    tests: ['apps/server/src/http/attacks.test.ts'],
  },
  'web-taken-over': {
    group: 'attacker',
    checks: ['forged-and-signed', 'capped', 'capped-again'],
    brokenRules: ['books', 'chain'],
    code: ['apps/server/src/signer/guard.ts', 'apps/server/src/signer/payment-log.ts'],
    tests: ['apps/server/src/signer/red-team.test.ts'],
  },
  'huge-inputs': {
    group: 'attacker',
    checks: ['all-refused', 'others-served', 'nothing-changed'],
    code: ['apps/server/src/http/server.ts', 'packages/api/src/plain-input.ts'],
    tests: ['apps/server/src/http/expensive-shapes.test.ts'],
  },
  'kill-anywhere': {
    group: 'fate',
    checks: ['killed', 'finished'],
    code: ['packages/pool/src/withdrawals/send-withdrawals.ts', 'packages/pool/src/outgoing/send.ts'],
    tests: ['e2e/src/kill.test.ts', 'packages/pool/src/withdrawals/stopping.test.ts'],
  },
  'power-cut': {
    group: 'fate',
    checks: ['line-lost', 'not-sent', 'paid-afterwards', 'logged'],
    code: ['apps/server/src/adapters/signed-log.ts'],
    tests: ['apps/server/src/adapters/signed-log.test.ts'],
  },
  'restore-backup': {
    group: 'fate',
    checks: ['stopped', 'adopted', 'goes-on'],
    code: ['packages/pool/src/recovery/prepare-restored.ts', 'packages/pool/src/recovery/restore-signed.ts'],
    tests: ['packages/solvency/src/drill.test.ts'],
  },
  'full-disk': {
    group: 'fate',
    checks: ['refused', 'unharmed', 'goes-on'],
    code: ['packages/db/src/assert-writable.ts'],
    tests: ['packages/db/src/database-away.test.ts'],
  },
  'clock-jump': {
    group: 'fate',
    checks: ['pays-nothing', 'told-staff', 'goes-on'],
    code: ['packages/pool/src/clock-guard/find-clock-skew.ts'],
    tests: ['packages/solvency/src/clock-guard.test.ts'],
  },
} as const satisfies Readonly<Record<ExperimentId, ListedExperiment>>;

export type ExperimentCheck = Extract<ExperimentNews, { kind: 'check' }>;
