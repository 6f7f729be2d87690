import { PublishTermsInput } from '@glasspool/api/contracts';
import { formatAmount, parseAmount, TERMS_LIMITS, USER_CURRENCIES } from '@glasspool/core';
import type { z } from 'zod/mini';
import type { TermsView } from '../../api/trpc.ts';

const PPM_PER_PERCENT = 10_000;
const HOUR_MS = 3_600_000;
const MINUTES_OF_DAY = 16;

/** Fields of new terms, in the order of the form. */
export const TERMS_FIELDS = [
  'percent',
  'days',
  'minimumUsdt',
  'minimumTrx',
  'withdrawalMinimumUsdt',
  'withdrawalMinimumTrx',
  'withdrawalFeeUsdt',
  'withdrawalFeeTrx',
  'referralLevel1',
  'referralLevel2',
  'referralLevel3',
  'referralCap',
  'startsAt',
] as const;

/** New terms as they are typed; `startsAt` is that of a datetime-local field, in the browser's time zone. */
export type TermsDraft = Readonly<Record<(typeof TERMS_FIELDS)[number], string>>;

type NewTerms = Omit<z.infer<typeof PublishTermsInput>, 'totp'>;

/** A draft that would change nothing, starting an hour after the notice has run out. */
export function draftFrom(terms: TermsView): TermsDraft {
  const { targetRatePpm, termDays, minimums, referralRatesPpm, referralCapPpm } = terms;
  const amountOf = (currency: string, name: 'minimum' | 'withdrawalMinimum' | 'withdrawalFee'): string =>
    formatAmount(minimums.find((one) => one.currency === currency)?.[name] ?? 0n);
  const start = new Date(Date.now() + TERMS_LIMITS.noticeMs + HOUR_MS);
  const local = new Date(start.getTime() - start.getTimezoneOffset() * 60_000);
  const percent = (ppm = 0): string => String(ppm / PPM_PER_PERCENT);
  return {
    percent: percent(targetRatePpm),
    days: String(termDays),
    minimumUsdt: amountOf('USDT', 'minimum'),
    minimumTrx: amountOf('TRX', 'minimum'),
    withdrawalMinimumUsdt: amountOf('USDT', 'withdrawalMinimum'),
    withdrawalMinimumTrx: amountOf('TRX', 'withdrawalMinimum'),
    withdrawalFeeUsdt: amountOf('USDT', 'withdrawalFee'),
    withdrawalFeeTrx: amountOf('TRX', 'withdrawalFee'),
    referralLevel1: percent(referralRatesPpm[0]),
    referralLevel2: percent(referralRatesPpm[1]),
    referralLevel3: percent(referralRatesPpm[2]),
    referralCap: percent(referralCapPpm),
    startsAt: local.toISOString().slice(0, MINUTES_OF_DAY),
  };
}

/** A draft as the server takes it, by the server's own rules, or the first problem with it. */
export function toTerms(draft: TermsDraft): { readonly terms?: NewTerms; readonly problem?: string } {
  const ppm = (text: string): number => Math.round(Number(text.trim() || Number.NaN) * PPM_PER_PERCENT);
  const result = PublishTermsInput.safeParse({
    targetRatePpm: ppm(draft.percent),
    termDays: Number(draft.days.trim() || Number.NaN),
    minimumUsdt: draft.minimumUsdt.trim(),
    minimumTrx: draft.minimumTrx.trim(),
    withdrawalMinimumUsdt: draft.withdrawalMinimumUsdt.trim(),
    withdrawalMinimumTrx: draft.withdrawalMinimumTrx.trim(),
    withdrawalFeeUsdt: draft.withdrawalFeeUsdt.trim(),
    withdrawalFeeTrx: draft.withdrawalFeeTrx.trim(),
    referralLevel1Ppm: ppm(draft.referralLevel1),
    referralLevel2Ppm: ppm(draft.referralLevel2),
    referralLevel3Ppm: ppm(draft.referralLevel3),
    referralCapPpm: ppm(draft.referralCap),
    startsAt: new Date(draft.startsAt).getTime(),
  });
  return result.success ? { terms: result.data } : { problem: result.error.issues[0]?.message ?? '' };
}

/** New terms in the form in which published ones are shown, so that both can be put side by side. */
export function toShown(terms: NewTerms): Omit<TermsView, 'version' | 'publishedAt' | 'startsAt'> {
  const amounts = {
    USDT: [terms.minimumUsdt, terms.withdrawalMinimumUsdt, terms.withdrawalFeeUsdt],
    TRX: [terms.minimumTrx, terms.withdrawalMinimumTrx, terms.withdrawalFeeTrx],
  };
  return {
    targetRatePpm: terms.targetRatePpm,
    termDays: terms.termDays,
    referralRatesPpm: [terms.referralLevel1Ppm, terms.referralLevel2Ppm, terms.referralLevel3Ppm],
    referralCapPpm: terms.referralCapPpm,
    minimums: USER_CURRENCIES.map((currency) => {
      const [minimum = 0n, withdrawalMinimum = 0n, withdrawalFee = 0n] = amounts[currency].map(parseAmount);
      return { currency, minimum, withdrawalMinimum, withdrawalFee };
    }),
  };
}
