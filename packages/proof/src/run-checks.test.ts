// Goal: a listed run has the shares that follow from its reserve, is as the journal has it, and no more is due than principal can have earned.
// Method: one run of a small journal, and its listing with one field changed.
import { DAY_MS, planShares } from '@glasspool/core';
import { describe, expect, it } from 'vitest';
import type { TermsFile } from './bundle.ts';
import type { JournalEntry } from './journal.ts';
import { JournalReplay } from './replay.ts';
import { readCheckpoint, writeCheckpoint } from './replay-state.ts';
import { addRewarded, checkRuns } from './run-checks.ts';
import { FUNDED, fix, move, page, remainder, replay } from './testing-runs.ts';

type Run = TermsFile['runs'][number];
const RUN_AT_MS = 10 + DAY_MS;
const DUE = { dueMicro: 20n, referralDueMicro: 1n, referralCapPpm: 50_000 };
const plan = planShares({ ...DUE, reserveMicro: 500n });
const none = { USDT: '0', TRX: '0' };
const VERSION: TermsFile['terms'][number] = {
  version: 1,
  targetRatePpm: 20_000,
  termDays: 30,
  minimum: none,
  withdrawalMinimum: none,
  withdrawalFee: none,
  referralRatesPpm: [50_000],
  referralCapPpm: 50_000,
  publishedAtMs: 0,
  startsAtMs: 0,
};
const TERMS = [VERSION];
/** 1,000 were invested for a day: 20 are due at 2 %. */
const LISTED: Run = {
  id: 'run_1',
  runAtMs: RUN_AT_MS,
  currency: 'USDT',
  termsVersion: 1,
  isClosed: true,
  due: '20',
  referralDue: '1',
  sharePpb: plan.sharePpb,
  referralSharePpb: plan.referralSharePpb,
  reserveBefore: '500',
  fixed: String(plan.fixedMicro),
  paid: '19',
  referralPaid: '1',
  root: null,
};
/** A run that found nothing in its reserve. */
const shares = planShares({ ...DUE, reserveMicro: 0n });
const EMPTY: Partial<Run> = {
  reserveBefore: '0',
  fixed: '0',
  paid: '0',
  referralPaid: '0',
  sharePpb: shares.sharePpb,
  referralSharePpb: shares.referralSharePpb,
};
const JOURNAL: readonly JournalEntry[] = [
  ...FUNDED,
  move('deposit', '', ['chain/custody', 'user/a/wallet', 1_000n], 10),
  move('investment', '', ['user/a/wallet', 'user/a/invested', 1_000n], 10),
  fix(plan.fixedMicro, 'run_1', RUN_AT_MS),
  page(1, 19n, 1n),
  remainder(plan.fixedMicro - 20n),
];

function check(
  changes: Partial<Run> = {},
  {
    journal = JOURNAL,
    terms = TERMS,
    closed = [],
  }: { journal?: readonly JournalEntry[]; terms?: TermsFile['terms']; closed?: readonly string[] } = {},
): string {
  try {
    return checkRuns({ terms, runs: [{ ...LISTED, ...changes }] }, replay(...journal), new Set(closed))
      .detail;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a reward run', () => {
  it('is listed as the journal has it', () => {
    expect(check()).toBe('1 runs');
    const other = 'The reward run run_1 is not as the journal has it.';
    expect(check({ paid: '18' })).toBe(other);
    expect(check({ referralPaid: '2' })).toBe(other);
    expect(check({ currency: 'TRX' })).toBe(other);
    expect(check({ termsVersion: 2 }, { terms: [...TERMS, { ...VERSION, version: 2 }] })).toBe(other);
    const more = [...JOURNAL.slice(0, -3), fix(plan.fixedMicro + 1n, 'run_1', RUN_AT_MS), page(1, 19n, 1n)];
    expect(check({}, { journal: [...more, remainder(plan.fixedMicro - 19n)] })).toBe(other);
  });

  it('has the shares that its reserve allows', () => {
    const unplanned = 'The reward run run_1 does not have the share that its reserve allows.';
    expect(check({ sharePpb: plan.sharePpb - 1 })).toBe(unplanned);
    expect(check({ referralSharePpb: plan.referralSharePpb - 1 })).toBe(unplanned);
    expect(check({ fixed: String(plan.fixedMicro - 1n) })).toBe(unplanned);
    expect(check({ reserveBefore: '501' })).toBe('The reward run run_1 is not as the journal has it.');
  });

  it('is of terms that are listed and pay', () => {
    expect(check({}, { terms: [] })).toBe('The reward run run_1 is of terms that pay nothing.');
    expect(check({}, { terms: [{ ...VERSION, targetRatePpm: 0 }] })).toBe(
      'The reward run run_1 is of terms that pay nothing.',
    );
    expect(check({ ...EMPTY, termsVersion: 9 }, { journal: FUNDED })).toBe(
      'The reward run run_1 is of terms that are not listed.',
    );
    expect(check({ id: 'run_2' })).toBe('The journal has a reward run run_1 that is not listed.');
  });

  it('has the cap of its own terms for what inviters get', () => {
    const others = { ...VERSION, version: 2, referralCapPpm: 0 };
    expect(check({}, { terms: [others, ...TERMS] })).toBe('1 runs');
  });

  it('is due no more than principal can have earned until then', () => {
    expect(check({}, { terms: TERMS.map((one) => ({ ...one, targetRatePpm: 19_900 })) })).toBe(
      'Up to the reward run run_1 more is due than the principal in USDT can have earned.',
    );
  });

  it('gives back what it does not pay once it is closed', () => {
    const journal = JOURNAL.slice(0, -1);
    expect(check({}, { journal })).toBe(
      'The reward run run_1 is closed, and did not return what it did not pay.',
    );
    expect(check({ isClosed: false }, { journal })).toBe('1 runs');
  });

  it('is left out when it was closed before a verified snapshot, and does not go on', () => {
    const closed = ['run_1'];
    expect(check({ paid: '7' }, { journal: FUNDED, closed })).toBe('1 runs');
    expect(check({}, { closed })).toBe('The reward run run_1 was closed, and goes on.');
  });

  it('is in the journal unless its reserve was empty that day', () => {
    expect(check({}, { journal: FUNDED })).toBe('The reward run run_1 is listed and in no journal.');
    expect(check({ paid: '0', referralPaid: '0' }, { journal: FUNDED })).toBe(
      'The reward run run_1 is listed and in no journal.',
    );
    expect(check(EMPTY, { journal: FUNDED })).toBe(
      'The reward run run_1 paid nothing, and its reserve was not empty.',
    );
    expect(check(EMPTY, { journal: FUNDED.slice(0, 1) })).toBe('1 runs');
    for (const paid of [{ paid: '1' }, { referralPaid: '1' }])
      expect(check({ ...EMPTY, ...paid }, { journal: FUNDED.slice(0, 1) })).toBe(
        'The reward run run_1 is listed and in no journal.',
      );
  });

  it.each([
    ['when it begins', 0, '1 runs'],
    ['within its day', DAY_MS, '1 runs'],
    ['later', DAY_MS + 1, 'The reward run run_1 paid nothing, and its reserve was not empty.'],
  ])(
    'pays nothing only where its reserve is rolled over within its day (here: %s)',
    (_when, laterMs, expected) => {
      const rollover = move(
        'reserve-rollover',
        'reserve-rollover/1',
        ['pool/reserve/1', 'pool/reserve/2', 500n],
        RUN_AT_MS + laterMs,
      );
      expect(check(EMPTY, { journal: [...FUNDED, rollover] })).toBe(expected);
    },
  );

  it('is not counted again once a checkpoint has counted it', () => {
    const { state } = replay(...JOURNAL);
    const at = {
      cutOffMs: RUN_AT_MS,
      peaks: [],
      rewarded: { USDT: 1_000n, TRX: 0n },
      closedRuns: new Set<string>(),
    };
    const since = new JournalReplay(readCheckpoint(writeCheckpoint(state, at)));
    expect(checkRuns({ terms: TERMS, runs: [LISTED] }, since).detail).toBe('1 runs');
    expect([...addRewarded({ terms: TERMS, runs: [LISTED] }, since)]).toMatchObject([
      { sums: { USDT: 1_000n, TRX: 0n } },
    ]);
  });
});
