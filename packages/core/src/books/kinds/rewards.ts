import type { KindRule } from '../kind-rule.ts';

/** The reserve, and the rewards that are paid out of it. */
export const REWARD_KINDS = {
  'reserve-funding': {
    legs: [['pool/ownFunds', 'pool/reserve']],
    users: 0,
    reference: 'reserve-funding/{fundingId}',
    isPublic: true,
    bound: 'the operator’s own funds available, less uncovered receivables',
  },
  'reserve-rollover': {
    legs: [['pool/reserve', 'pool/reserve']],
    users: 0,
    reference: 'reserve-rollover/{id}',
    isPublic: true,
    bound: 'the whole reserve of a version whose last investment has matured, to the version in force',
  },
  'reward-run': {
    legs: [['pool/reserve', 'pool/rewardsPayable']],
    users: 0,
    reference: 'reward-run/{runId}/fix',
    isPublic: true,
    bound: 'due × share, of the reserve of the run’s version',
  },
  'reward-page': {
    legs: [
      ['pool/rewardsPayable', 'user/withdrawable'],
      ['pool/rewardsPayable', 'user/referral'],
    ],
    users: 'many',
    reference: 'reward-run/{runId}/page/{page}',
    isPublic: true,
    bound: 'what the run took from its reserve',
  },
  'reward-remainder': {
    legs: [['pool/rewardsPayable', 'pool/reserve']],
    users: 0,
    reference: 'reward-run/{runId}/remainder',
    isPublic: true,
    bound: 'what rounding left of what the run took',
  },
} as const satisfies Record<string, KindRule>;
