// Goal: an entry has a time that its snapshot allows, and a withdrawal a fee that terms allow, to the millisecond and the micro-unit.
import { DAY_MS, MINUTE_MS } from '@glasspool/core';
import { describe, expect, it } from 'vitest';
import type { TermsFile } from './bundle.ts';
import { EntryRules } from './entry-rules.ts';
import type { JournalEntry } from './journal.ts';

const CUT_OFF_MS = 100 * DAY_MS;
const EARLIER_MS = 99 * DAY_MS;

/** Free withdrawals at first; a fee of 1 USDT and 2 TRX from `startsAtMs` on. */
const withFeeFrom = (startsAtMs: number): TermsFile => {
  const none = { USDT: '0', TRX: '0' };
  const version = {
    targetRatePpm: 20_000,
    termDays: 30,
    minimum: none,
    withdrawalMinimum: none,
    referralRatesPpm: [0, 0, 0],
    referralCapPpm: 0,
    publishedAtMs: 0,
  };
  return {
    terms: [
      { ...version, version: 1, withdrawalFee: none, startsAtMs: 0 },
      { ...version, version: 2, withdrawalFee: { USDT: '1000000', TRX: '2000000' }, startsAtMs },
    ],
    runs: [
      {
        id: 'run_1',
        runAtMs: EARLIER_MS - 3 * DAY_MS,
        currency: 'USDT',
        termsVersion: 1,
        isClosed: true,
        due: '0',
        referralDue: '0',
        sharePpb: 0,
        referralSharePpb: 0,
        reserveBefore: '0',
        fixed: '0',
        paid: '0',
        referralPaid: '0',
        root: null,
      },
    ],
  };
};

const rules = (changes: Partial<ConstructorParameters<typeof EntryRules>[0]> = {}) =>
  new EntryRules({
    cutOffMs: CUT_OFF_MS,
    earlierCutOffMs: EARLIER_MS,
    terms: withFeeFrom(EARLIER_MS),
    ...changes,
  });

const deposit = (createdAtMs: number): JournalEntry => ({
  kind: 'deposit',
  reference: '',
  createdAtMs,
  postings: [
    { account: 'chain/custody', currency: 'USDT', amount: -5n },
    { account: 'user/u1/wallet', currency: 'USDT', amount: 5n },
  ],
});

const withdrawal = (
  fee: bigint,
  createdAtMs = CUT_OFF_MS,
  currency: 'USDT' | 'TRX' = 'USDT',
): JournalEntry => ({
  kind: 'withdrawal',
  reference: '',
  createdAtMs,
  postings: [
    { account: 'user/u1/onHold', currency, amount: -(fee + 60n) },
    { account: 'chain/inFlight', currency, amount: 60n },
    { account: 'pool/ownFunds', currency, amount: fee },
  ],
});

describe('the time of an entry', () => {
  it('is at most a minute after the cut-off', () => {
    expect(() => rules().check(deposit(CUT_OFF_MS + MINUTE_MS))).not.toThrow();
    expect(() => rules().check(deposit(CUT_OFF_MS + MINUTE_MS + 1))).toThrow(
      'An entry of the kind deposit is later than its snapshot.',
    );
  });

  it('is at most 15 minutes before the cut-off of the snapshot before, and any in the first', () => {
    expect(() => rules().check(deposit(EARLIER_MS - 15 * MINUTE_MS))).not.toThrow();
    expect(() => rules().check(deposit(EARLIER_MS - 15 * MINUTE_MS - 1))).toThrow(
      'An entry of the kind deposit is older than the snapshot before, which does not have it.',
    );
    expect(() => rules({ earlierCutOffMs: undefined }).check(deposit(0))).not.toThrow();
  });

  it('is that of its reward run, however old that is', () => {
    const page = (reference: string, createdAtMs: number): JournalEntry => ({
      kind: 'reward-run',
      reference,
      createdAtMs,
      postings: [],
    });
    const runAtMs = EARLIER_MS - 3 * DAY_MS;
    expect(() => rules().check(page('reward-run/run_1/fix', runAtMs))).not.toThrow();
    for (const other of [
      page('reward-run/run_1/fix', runAtMs + 1),
      page('reward-run/run_2/fix', runAtMs),
      page('', runAtMs),
    ])
      expect(() => rules().check(other)).toThrow(
        'An entry of the kind reward-run does not have the time of its reward run.',
      );
  });
});

describe('the fee of a withdrawal', () => {
  it('is at most the highest of the terms until then, in its currency', () => {
    expect(() => rules().check(withdrawal(1_000_000n))).not.toThrow();
    expect(() => rules().check(withdrawal(1_000_001n))).toThrow(
      'A withdrawal has a fee of 1000001 micro-units of USDT; terms up to then allow 1000000.',
    );
    expect(() => rules().check(withdrawal(2_000_000n, CUT_OFF_MS, 'TRX'))).not.toThrow();
    expect(() => rules().check(withdrawal(2_000_001n, CUT_OFF_MS, 'TRX'))).toThrow(
      'terms up to then allow 2000000.',
    );
  });

  it('is that of terms which begin up to 15 minutes later, for its machine may be behind, and of no others', () => {
    const startsAtMs = CUT_OFF_MS - DAY_MS / 2;
    const since = rules({ terms: withFeeFrom(startsAtMs) });
    expect(() => since.check(withdrawal(1_000_000n, startsAtMs - 15 * MINUTE_MS))).not.toThrow();
    expect(() => since.check(withdrawal(1_000_000n, startsAtMs - 15 * MINUTE_MS - 1))).toThrow(
      'terms up to then allow 0.',
    );
  });

  it('is bounded as well where a reversed one gives it back', () => {
    const reversal = (fee: bigint): JournalEntry => ({
      kind: 'withdrawal-reversal',
      reference: '',
      createdAtMs: CUT_OFF_MS,
      postings: [
        { account: 'chain/custody', currency: 'USDT', amount: -60n },
        { account: 'pool/ownFunds', currency: 'USDT', amount: -fee },
        { account: 'user/u1/withdrawable', currency: 'USDT', amount: fee + 60n },
      ],
    });
    expect(() => rules().check(reversal(1_000_000n))).not.toThrow();
    expect(() => rules().check(reversal(1_000_001n))).toThrow(
      'A reversed withdrawal gives back a fee of 1000001 micro-units of USDT; terms up to then allow 1000000.',
    );
  });

  it('is zero in a currency without withdrawals, and is not checked for other entries', () => {
    const { postings } = withdrawal(1n);
    const inBnb = postings.map((posting) => ({ ...posting, currency: 'BNB' as const }));
    expect(() => rules().check({ ...withdrawal(1n), postings: inBnb })).toThrow(
      'of BNB; terms up to then allow 0.',
    );
    expect(() => rules().check({ ...withdrawal(9_000_000n), kind: 'operator-deposit' })).not.toThrow();
  });
});
