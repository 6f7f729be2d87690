import type { KindRule } from '../kind-rule.ts';

/** Withdrawals of users and of the operator, from the request to their end. */
export const WITHDRAWAL_KINDS = {
  'withdrawal-hold': {
    legs: [
      ['user/withdrawable', 'user/onHold'],
      ['user/receivable', 'user/onHold'],
    ],
    users: 1,
    reference: 'withdrawal/{withdrawalId}/hold',
    isPublic: false,
    bound:
      'withdrawable less the receivable; the receivable only for a withdrawal that signed.log proves after a restore',
  },
  'withdrawal-sign': {
    legs: [['chain/inFlight', 'chain/custody']],
    users: 0,
    reference: 'withdrawal/{withdrawalId}/sign',
    isPublic: false,
    bound: 'the amount of the withdrawal, without its fee',
  },
  withdrawal: {
    legs: [
      ['user/onHold', 'chain/inFlight'],
      ['user/onHold', 'pool/ownFunds'],
    ],
    users: 1,
    reference: 'withdrawal/{withdrawalId}/confirm',
    isPublic: false,
    bound: 'the amount that is final on chain; the fee at most that of the terms in force at the request',
  },
  'withdrawal-release': {
    legs: [['user/onHold', 'user/withdrawable']],
    users: 1,
    reference: 'withdrawal/{withdrawalId}/release',
    isPublic: false,
    bound: 'amount and fee of a withdrawal that was rejected or cancelled before it was signed',
  },
  'withdrawal-failure': {
    legs: [
      ['chain/custody', 'chain/inFlight'],
      ['user/onHold', 'user/withdrawable'],
    ],
    users: 1,
    reference: 'withdrawal/{withdrawalId}/fail',
    isPublic: false,
    bound: 'amount and fee of a withdrawal that the final chain proves was not paid',
  },
  'withdrawal-reversal': {
    legs: [
      ['chain/custody', 'user/withdrawable'],
      ['pool/ownFunds', 'user/withdrawable'],
    ],
    users: 1,
    reference: 'withdrawal/{withdrawalId}/reverse',
    isPublic: false,
    bound:
      'the amount of a payment whose block the chain replaced and that it did not carry out again; its fee, as far as the own funds have it',
  },
  'withdrawal-late': {
    legs: [
      ['user/receivable', 'chain/custody'],
      ['chain/custody', 'user/receivable'],
      ['chain/custody', 'user/withdrawable'],
    ],
    users: 1,
    reference: 'withdrawal/{withdrawalId}/late/{times}',
    isPublic: false,
    bound:
      'the amount of a withdrawal that was given back, and that replaced blocks carried out after all, or no more',
  },
  'operator-withdrawal-hold': {
    legs: [['pool/ownFunds', 'pool/withdrawing']],
    users: 0,
    reference: 'operator-withdrawal/{withdrawalId}/hold',
    isPublic: true,
    bound: 'the operator’s own funds available, less the fees of open payouts and uncovered receivables',
  },
  'operator-withdrawal-sign': {
    legs: [['chain/inFlight', 'chain/custody']],
    users: 0,
    reference: 'operator-withdrawal/{withdrawalId}/sign',
    isPublic: true,
    bound: 'the amount of the withdrawal',
  },
  'operator-withdrawal': {
    legs: [['pool/withdrawing', 'chain/inFlight']],
    users: 0,
    reference: 'operator-withdrawal/{withdrawalId}/confirm',
    isPublic: true,
    bound: 'the amount that is final on chain',
  },
  'operator-withdrawal-release': {
    legs: [['pool/withdrawing', 'pool/ownFunds']],
    users: 0,
    reference: 'operator-withdrawal/{withdrawalId}/release',
    isPublic: true,
    bound: 'the amount of a withdrawal that was rejected or cancelled before it was signed',
  },
  'operator-withdrawal-failure': {
    legs: [
      ['chain/custody', 'chain/inFlight'],
      ['pool/withdrawing', 'pool/ownFunds'],
    ],
    users: 0,
    reference: 'operator-withdrawal/{withdrawalId}/fail',
    isPublic: true,
    bound: 'the amount of a withdrawal that the final chain proves was not paid',
  },
  'operator-withdrawal-reversal': {
    legs: [['chain/custody', 'pool/ownFunds']],
    users: 0,
    reference: 'operator-withdrawal/{withdrawalId}/reverse',
    isPublic: true,
    bound: 'the amount of a payment whose block the chain replaced and that it did not carry out again',
  },
  'operator-withdrawal-late': {
    legs: [
      ['pool/ownFunds', 'chain/custody'],
      ['chain/custody', 'pool/ownFunds'],
    ],
    users: 0,
    reference: 'operator-withdrawal/{withdrawalId}/late/{times}',
    isPublic: true,
    bound:
      'the amount of a withdrawal that was given back, and that replaced blocks carried out after all, or no more',
  },
} as const satisfies Record<string, KindRule>;
