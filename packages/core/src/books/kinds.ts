// Closed grammar of transfers (docs/books.md). The ledger, the database and every verifier accept nothing else.
import type { KindRule } from './kind-rule.ts';

const CREDIT = [
  ['chain/custody', 'user/receivable'],
  ['chain/custody', 'user/wallet'],
] as const;
const EVENT = '{network}/{txHash}/{logIndex}';

/** Every kind of transfer. */
export const TRANSFER_KINDS = {
  deposit: {
    legs: CREDIT,
    users: 1,
    reference: `deposit/${EVENT}`,
    isPublic: false,
    bound: 'the amount of a final transfer on chain; the receivable is settled first',
  },
  'deposit-restored': {
    legs: CREDIT,
    users: 1,
    reference: `deposit-restored/${EVENT}/{reversals}`,
    isPublic: false,
    bound: 'the amount of a reversed deposit that the chain has again',
  },
  'deposit-reversal': {
    legs: [['user/receivable', 'chain/custody']],
    users: 1,
    reference: `deposit-reversal/${EVENT}/{reversals}`,
    isPublic: false,
    bound: 'the amount of the deposit that the chain reversed',
  },
  'operator-deposit': {
    legs: [['chain/custody', 'pool/ownFunds']],
    users: 0,
    reference: `operator-deposit/${EVENT}`,
    isPublic: true,
    bound: 'the amount of a final transfer to the hot wallet',
  },
  'operator-deposit-restored': {
    legs: [['chain/custody', 'pool/ownFunds']],
    users: 0,
    reference: `operator-deposit-restored/${EVENT}/{reversals}`,
    isPublic: true,
    bound: 'the amount of a reversed deposit that the chain has again',
  },
  'operator-deposit-reversal': {
    legs: [['pool/ownFunds', 'chain/custody']],
    users: 0,
    reference: `operator-deposit-reversal/${EVENT}/{reversals}`,
    isPublic: true,
    bound: 'the amount of the deposit that the chain reversed',
  },
  attribution: {
    legs: [
      ['pool/ownFunds', 'user/receivable'],
      ['pool/ownFunds', 'user/wallet'],
    ],
    users: 1,
    reference: 'attribution/{depositId}',
    isPublic: false,
    bound:
      'the amount of one operator deposit, and the operator’s own funds available, less uncovered receivables of others',
  },
  'gas-top-up': {
    legs: [['chain/custody', 'pool/ownFunds']],
    users: 0,
    reference: 'gas-top-up/{id}',
    isPublic: true,
    bound: 'coins for fees found at our addresses',
  },
  'surplus-booking': {
    legs: [['chain/custody', 'pool/ownFunds']],
    users: 0,
    reference: 'correction/{id}',
    isPublic: true,
    bound: 'a surplus on chain that nothing explains, agreed to by two admins',
  },
  'shortage-write-off': {
    legs: [['pool/networkFees', 'chain/custody']],
    users: 0,
    reference: 'correction/{id}',
    isPublic: true,
    bound: 'a shortage on chain that nothing explains, agreed to by two admins; the operator bears it',
  },
  'network-fee': {
    legs: [['pool/networkFees', 'chain/custody']],
    users: 0,
    reference: 'network-fee/{network}/{txHash}',
    isPublic: true,
    bound: 'the fee of a final transaction of ours',
  },
  'network-fee-change': {
    legs: [
      ['pool/networkFees', 'chain/custody'],
      ['chain/custody', 'pool/networkFees'],
    ],
    users: 0,
    reference: 'network-fee-change/{network}/{txHash}/{id}',
    isPublic: true,
    bound:
      'what the fee of a transaction of ours is more or less in the blocks that took the place of others',
  },
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
export type TransferKind = keyof typeof TRANSFER_KINDS;
