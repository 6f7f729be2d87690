// Answers of the server in component tests, unless a test sets others.
import type { InvestmentView, PoolFigures, TransactionView, WalletView } from '../api/trpc.ts';

export const BSC_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
/** Nodes of a chain that all answer, and agree. */
export const AGREED = { nodesDifferSince: null, oneNodeUntil: null };

const currency = (name: 'USDT' | 'TRX') => ({
  currency: name,
  custody: 12_480_000_000n,
  missing: 0n,
  inFlight: 0n,
  userReceivable: 0n,
  uncoveredReceivable: 0n,
  owedToUsers: 11_902_118_000n,
  rewardReserve: 4_000_000n,
  rewardsPayable: 0n,
  ownFunds: 573_882_000n,
  ownFundsAvailable: 573_882_000n,
  withdrawingByOperator: 0n,
  contributed: 573_882_000n,
  networkFeesPaid: 0n,
  invested: 0n,
  reserves: [
    {
      termsVersion: 1,
      targetRatePpm: 20_000,
      reserve: 4_000_000n,
      principal: 0n,
      runwayTenthDays: null,
      lastRun: null,
    },
  ],
  quarantined: [],
  runwayTenthDays: null,
});

export const figures: PoolFigures = {
  network: 'local',
  terms: {
    version: 1,
    targetRatePpm: 20_000,
    termDays: 30,
    minimums: [
      { currency: 'USDT', minimum: 50_000_000n, withdrawalMinimum: 1_000_000n, withdrawalFee: 0n },
      { currency: 'TRX', minimum: 200_000_000n, withdrawalMinimum: 10_000_000n, withdrawalFee: 0n },
    ],
    referralRatesPpm: [50_000, 30_000, 10_000],
    referralCapPpm: 50_000,
    publishedAt: NOW,
    startsAt: NOW,
  },
  currencies: [currency('USDT'), currency('TRX')],
  chains: [
    { ...AGREED, network: 'BSC', state: 'ok', since: null, finalityStalledSince: null },
    { ...AGREED, network: 'TRON', state: 'ok', since: null, finalityStalledSince: null },
  ],
  sourceUrl: null,
  payoutsStopped: false,
  payoutsStoppedOn: [],
  isMailDelayed: false,
  now: NOW,
};

export function getWallet(name: 'USDT' | 'TRX', change: Partial<WalletView> = {}): WalletView {
  return {
    network: name === 'USDT' ? 'BSC' : 'TRON',
    currency: name,
    address: name === 'USDT' ? BSC_ADDRESS : TRON_ADDRESS,
    wallet: 100_000_000n,
    invested: 0n,
    withdrawable: 40_000_000n,
    onHold: 0n,
    receivable: 0n,
    referral: 0n,
    confirming: 0n,
    payment:
      name === 'USDT'
        ? { kind: 'evm', chainId: 31_337, token: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }
        : { kind: 'tron', genesisIds: ['00000000000000004fd5fdf7c9b1c9504515c8d8c2b8096934cf6f233c85592f'] },
    ...change,
  };
}

export const investment: InvestmentView = {
  _id: 'inv_1',
  investedAmount: 100_123_456n,
  currency: 'USDT',
  termsVersion: 1,
  nextPayout: NOW + DAY_MS,
  startedAt: NOW - 12 * DAY_MS,
  unlocksAt: NOW + 18 * DAY_MS,
  rewardsPaid: 24_029_628n,
  status: 'active',
  isPaused: false,
};

export function getTransaction(change: Partial<TransactionView> = {}): TransactionView {
  return {
    _id: 'dep_1',
    type: 'deposit',
    amount: 100_123_456n,
    currency: 'USDT',
    txHash: `0x${'ab'.repeat(32)}`,
    to: BSC_ADDRESS,
    network: 'BSC',
    timestamp: NOW,
    status: 'success',
    reason: null,
    reasonCode: null,
    waitingFor: null,
    ...change,
  };
}

/** Two-factor authentication by an app, without passkeys. */
export const twoFactor = { isEnrolled: true, passkeys: 0, recoveryCodesLeft: 10 };

/** Limits of today's USDT withdrawals. */
export const withdrawalLimits = {
  currency: 'USDT' as const,
  minimum: 1_000_000n,
  fee: 500_000n,
  reviewAbove: 1_000_000_000n,
  requestedToday: 0n,
  withoutReview: 1_000_000_000n,
  poolLeftToday: 10_000_000_000n,
  recentAddresses: [],
};
/** Looks ahead at a USDT withdrawal to a new address. */
export const withdrawalQuote = {
  isNewPayee: true,
  needsCode: false,
  needsReview: false,
  networkFee: { currency: 'BNB' as const, amount: 123n },
  opensAccount: false,
};
