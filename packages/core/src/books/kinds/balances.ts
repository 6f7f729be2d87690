import type { KindRule } from '../kind-rule.ts';

/** Moves between the balances of one user. */
export const BALANCE_KINDS = {
  'wallet-release': {
    legs: [['user/wallet', 'user/withdrawable']],
    users: 1,
    reference: 'wallet-release/{id}',
    isPublic: false,
    bound: 'the wallet less the receivable',
  },
  investment: {
    legs: [
      ['user/wallet', 'user/invested'],
      ['user/withdrawable', 'user/invested'],
      ['user/referral', 'user/invested'],
    ],
    users: 1,
    reference: 'investment/{investmentId}',
    isPublic: false,
    bound: 'the balance less the receivable; at least the minimum of the terms',
  },
  maturity: {
    legs: [['user/invested', 'user/withdrawable']],
    users: 1,
    reference: 'maturity/{investmentId}',
    isPublic: false,
    bound: 'the principal of the investment',
  },
  'referral-transfer': {
    legs: [['user/referral', 'user/withdrawable']],
    users: 1,
    reference: 'referral-transfer/{id}',
    isPublic: false,
    bound: 'the referral balance',
  },
} as const satisfies Record<string, KindRule>;
