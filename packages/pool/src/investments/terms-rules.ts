import { formatAmount, PoolError, TERMS_LIMITS, type TermsValues, USER_CURRENCIES } from '@glasspool/core';

/**
 * Checks proposed terms against the limits that no terms may pass (docs/books.md).
 *
 * @throws PoolError TERMS_OUT_OF_BOUNDS naming the field and what is allowed, TERMS_START_TOO_SOON
 */
export function assertTermsAllowed(
  terms: TermsValues,
  { startsAt, now }: { startsAt: number; now: number },
): void {
  const { targetRatePpmMax, termDaysMin, termDaysMax, noticeMs, referralRatePpmMax, withdrawalFeeMicroMax } =
    TERMS_LIMITS;
  const percent = (ppm: number): string => `${ppm / 10_000} %`;
  const refuse = (field: string, allowed: string): never => {
    throw new PoolError('TERMS_OUT_OF_BOUNDS', { field, allowed });
  };
  if (terms.targetRatePpm < 0 || terms.targetRatePpm > targetRatePpmMax)
    refuse('target rate', `at most ${percent(targetRatePpmMax)} a day`);
  if (terms.termDays < termDaysMin || terms.termDays > termDaysMax)
    refuse('term', `${termDaysMin} to ${termDaysMax} days`);
  const referralPpm = terms.referralRatesPpm.reduce((sum, ppm) => sum + ppm, 0);
  if (referralPpm > referralRatePpmMax)
    refuse('referral rates', `together at most ${percent(referralRatePpmMax)} of a reward`);
  if (terms.referralCapPpm > referralRatePpmMax)
    refuse('referral cap', `at most ${percent(referralRatePpmMax)} of a run`);
  for (const currency of USER_CURRENCIES) {
    const feeMaxMicro = withdrawalFeeMicroMax[currency];
    if (terms.withdrawalFeeMicro[currency] > feeMaxMicro)
      refuse('withdrawal fee', `at most ${formatAmount(feeMaxMicro)} ${currency}`);
    if (terms.minimumMicro[currency] <= 0n || terms.withdrawalMinimumMicro[currency] <= 0n)
      refuse('minimum', `more than 0 ${currency}`);
  }
  const earliest = now + noticeMs;
  if (startsAt < earliest)
    throw new PoolError('TERMS_START_TOO_SOON', { earliest: new Date(earliest).toISOString() });
}
