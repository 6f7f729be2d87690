// Goal: terms and reward runs are only added and go on, by the rules of docs/proof-of-solvency.md; every other change is named.
import { OPEN_MS_MAX } from '@glasspool/core/books';
import { describe, expect, it } from 'vitest';
import type { TermsFile } from './bundle.ts';
import { assertTermsFollow } from './history-rules.ts';

const CUT_OFF_MS = 1_000_000_000;
type Version = TermsFile['terms'][number];
type Run = TermsFile['runs'][number];

const makeVersion = (version: number, changes: Partial<Version> = {}): Version => ({
  version,
  targetRatePpm: 20_000,
  termDays: 30,
  minimum: { USDT: '1', TRX: '1' },
  withdrawalMinimum: { USDT: '1', TRX: '1' },
  withdrawalFee: { USDT: '1', TRX: '0' },
  referralRatesPpm: [50_000],
  referralCapPpm: 50_000,
  publishedAtMs: 0,
  startsAtMs: version,
  ...changes,
});
const makeRun = (id: string, changes: Partial<Run> = {}): Run => ({
  id,
  runAtMs: 5,
  currency: 'USDT',
  termsVersion: 1,
  isClosed: false,
  due: '80',
  referralDue: '4',
  sharePpb: 1_000_000_000,
  referralSharePpb: 1_000_000_000,
  reserveBefore: '500',
  fixed: '84',
  paid: '40',
  referralPaid: '2',
  root: null,
  ...changes,
});

function check(later: Partial<TermsFile>, earlier: Partial<TermsFile> = {}): string {
  try {
    assertTermsFollow(
      { terms: [makeVersion(1)], runs: [], ...later, snapshotNumber: 4 },
      { terms: [makeVersion(1)], runs: [], ...earlier, cutOffMs: CUT_OFF_MS },
    );
    return 'follow';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a version of the terms', () => {
  it('is added in order', () => {
    const later = { terms: [makeVersion(1), makeVersion(2, { startsAtMs: CUT_OFF_MS })] };
    expect(check(later)).toBe('follow');
    expect(check({ terms: [makeVersion(1), ...later.terms] })).toBe(
      'Snapshot 4 has the terms of version 1 out of order.',
    );
    expect(check({ terms: [...later.terms, makeVersion(2, { startsAtMs: CUT_OFF_MS })] })).toBe(
      'Snapshot 4 has the terms of version 2 out of order.',
    );
    expect(check({ terms: [makeVersion(0)] }, { terms: [] })).toBe(
      'Snapshot 4 has the terms of version 0 out of order.',
    );
  });

  it('begins fifteen minutes before the snapshot that does not have it, at the earliest', () => {
    const add = (startsAtMs: number): string =>
      check({ terms: [makeVersion(1), makeVersion(2, { startsAtMs })] });
    expect(add(CUT_OFF_MS - OPEN_MS_MAX)).toBe('follow');
    expect(add(CUT_OFF_MS - OPEN_MS_MAX - 1)).toBe(
      'Snapshot 4 has terms of version 2 that began before they were published.',
    );
  });

  it('stays as it is', () => {
    expect(check({ terms: [makeVersion(1, { termDays: 31 })] })).toBe(
      'Snapshot 4 has other terms of version 1 than the snapshot before.',
    );
    expect(check({ terms: [] })).toBe('Snapshot 4 has other terms of version 1 than the snapshot before.');
  });
});

describe('a reward run', () => {
  const other = 'Snapshot 4 has another reward run a than the snapshot before.';
  const goesOn = (before: Run, now: Run): string => check({ runs: [now, makeRun('b')] }, { runs: [before] });

  it('is added once', () => {
    expect(check({ runs: [makeRun('a'), makeRun('b')] }, { runs: [makeRun('a')] })).toBe('follow');
    expect(check({ runs: [makeRun('a'), makeRun('a')] })).toBe('Snapshot 4 lists a reward run twice.');
    expect(check({ runs: [] }, { runs: [makeRun('a')] })).toBe(other);
  });

  it('pays more while it is open, and closes', () => {
    const open = makeRun('a');
    expect(goesOn(open, open)).toBe('follow');
    expect(goesOn(open, { ...open, paid: '41' })).toBe('follow');
    expect(goesOn(open, { ...open, referralPaid: '3' })).toBe('follow');
    // Compared as numbers: a text of another length would come first.
    expect(goesOn(open, { ...open, paid: '100', referralPaid: '10' })).toBe('follow');
    expect(goesOn(open, { ...open, isClosed: true, root: 'ab'.repeat(32) })).toBe('follow');
  });

  it('pays no less while it is open, nor on other terms', () => {
    const open = makeRun('a');
    for (const change of [
      { paid: '39' },
      { referralPaid: '1' },
      { due: '81' },
      { fixed: '85' },
      { runAtMs: 6 },
    ])
      expect(goesOn(open, { ...open, ...change })).toBe(other);
    expect(goesOn(open, { ...open, paid: '39', referralPaid: '3' })).toBe(other);
    expect(goesOn(open, { ...open, paid: '41', referralPaid: '1' })).toBe(other);
  });

  it('stays as it is once it is closed', () => {
    const closed = makeRun('a', { isClosed: true, root: 'ab'.repeat(32) });
    expect(goesOn(closed, closed)).toBe('follow');
    for (const change of [{ paid: '41' }, { referralPaid: '3' }, { isClosed: false }, { root: null }])
      expect(goesOn(closed, { ...closed, ...change })).toBe(other);
  });
});
