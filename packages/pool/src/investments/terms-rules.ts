import {
  type Currency,
  formatAmount,
  PoolError,
  TERMS_LIMITS,
  type TermsValues,
  USER_CURRENCIES,
} from '@glasspool/core';

/**
 * Checks proposed terms against the limits that no terms may pass (docs/books.md). `known` are the version in force and those to come: a fee
 * or a minimum of withdrawals that none of them raises may stay as an earlier limit allowed it.
 *
 * @throws PoolError TERMS_OUT_OF_BOUNDS naming the field and what is allowed, TERMS_START_TOO_SOON
 */
export function assertTermsAllowed(
  terms: TermsValues,
  { startsAt, now, known }: { startsAt: number; now: number; known: readonly TermsValues[] },
): void {
  const { targetRatePpmMax, termDaysMin, termDaysMax, referralRatePpmMax } = TERMS_LIMITS;
  const percent = (ppm: number): string => `${ppm / 10_000} %`;
  if (terms.targetRatePpm < 0 || terms.targetRatePpm > targetRatePpmMax)
    refuse('target rate', `at most ${percent(targetRatePpmMax)} a day`);
  if (terms.termDays < termDaysMin || terms.termDays > termDaysMax)
    refuse('term', `${termDaysMin} to ${termDaysMax} days`);
  const referralPpm = terms.referralRatesPpm.reduce((sum, ppm) => sum + ppm, 0);
  if (referralPpm > referralRatePpmMax)
    refuse('referral rates', `together at most ${percent(referralRatePpmMax)} of a reward`);
  if (terms.referralCapPpm > referralRatePpmMax)
    refuse('referral cap', `at most ${percent(referralRatePpmMax)} of a run`);
  for (const currency of USER_CURRENCIES) assertWithdrawalsAllowed(terms, { currency, known });
  if (startsAt > now + TERMS_LIMITS.startsWithinMs) refuse('start', 'within a year');
  const isDearer = USER_CURRENCIES.some((currency) => raises(terms, { currency, known }) !== undefined);
  const earliest = now + (isDearer ? TERMS_LIMITS.dearerNoticeMs : TERMS_LIMITS.noticeMs);
  if (startsAt < earliest)
    throw new PoolError('TERMS_START_TOO_SOON', { earliest: new Date(earliest).toISOString() });
}

interface Known {
  readonly currency: Currency;
  readonly known: readonly TermsValues[];
}

/** Raised part of what a withdrawal costs or needs, compared with any version that users know. */
function raises(terms: TermsValues, { currency, known }: Known): 'fee' | 'minimum' | undefined {
  const isRaised = (name: 'withdrawalFeeMicro' | 'withdrawalMinimumMicro'): boolean =>
    known.some((version) => terms[name][currency] > version[name][currency]);
  if (isRaised('withdrawalFeeMicro')) return 'fee';
  return isRaised('withdrawalMinimumMicro') ? 'minimum' : undefined;
}

/** Terms that hold everyone's money are terms under which no one can withdraw. */
function assertWithdrawalsAllowed(terms: TermsValues, { currency, known }: Known): void {
  const feeMicro = terms.withdrawalFeeMicro[currency];
  const minimumMicro = terms.withdrawalMinimumMicro[currency];
  const feeMaxMicro = TERMS_LIMITS.withdrawalFeeMicroMax[currency];
  const minimumMaxMicro = TERMS_LIMITS.withdrawalMinimumMicroMax[currency];
  if (terms.minimumMicro[currency] <= 0n || minimumMicro <= 0n) refuse('minimum', `more than 0 ${currency}`);
  const highest = (name: 'withdrawalFeeMicro' | 'withdrawalMinimumMicro'): bigint =>
    known.reduce((max, version) => (version[name][currency] > max ? version[name][currency] : max), 0n);
  if (feeMicro > feeMaxMicro && feeMicro > highest('withdrawalFeeMicro'))
    refuse('withdrawal fee', `at most ${formatAmount(feeMaxMicro)} ${currency}`);
  if (minimumMicro > minimumMaxMicro && minimumMicro > highest('withdrawalMinimumMicro'))
    refuse('withdrawal minimum', `at most ${formatAmount(minimumMaxMicro)} ${currency}`);
  const isWorse = known.some(
    (version) =>
      feeMicro > version.withdrawalFeeMicro[currency] ||
      minimumMicro < version.withdrawalMinimumMicro[currency],
  );
  if (isWorse && feeMicro * TERMS_LIMITS.withdrawalFeeParts > minimumMicro)
    refuse('withdrawal fee', `at most 5 % of the smallest withdrawal of ${currency}`);
}

function refuse(field: string, allowed: string): never {
  throw new PoolError('TERMS_OUT_OF_BOUNDS', { field, allowed });
}
