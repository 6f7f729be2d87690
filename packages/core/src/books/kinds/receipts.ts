import type { KindRule } from '../kind-rule.ts';

const CREDIT = [
  ['chain/custody', 'user/receivable'],
  ['chain/custody', 'user/wallet'],
] as const;
const EVENT = '{network}/{txHash}/{logIndex}';

/** Receipts on chain, their reversals, corrections and network fees: kinds that change custody without a withdrawal. */
export const RECEIPT_KINDS = {
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
} as const satisfies Record<string, KindRule>;
