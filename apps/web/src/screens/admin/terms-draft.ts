import { PublishTermsInput } from '@glasspool/api/contracts';
import { parseAmount, TERMS_LIMITS, USER_CURRENCIES } from '@glasspool/core';
import type { z } from 'zod/mini';
import type { TermsView } from '../../api/trpc.ts';
import { describeProblem } from '../../components/money/amount-resolver.ts';
import { readTyped, toTyped, toTypedShort } from '../../components/money/typed-amount.ts';

const PPM_PER_PERCENT = 10_000;
/** Of a percentage that is written like an amount. */
const MICRO_PER_PPM = 100;
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

/** A draft that would change nothing, starting an hour after the notice has run out. `now` is the pool's time. */
export function draftFrom(terms: TermsView, now: number): TermsDraft {
  const { targetRatePpm, termDays, minimums, referralRatesPpm, referralCapPpm } = terms;
  const getAmount = (currency: string, name: 'minimum' | 'withdrawalMinimum' | 'withdrawalFee'): string =>
    toTyped(minimums.find((one) => one.currency === currency)?.[name] ?? 0n);
  const start = new Date(now + TERMS_LIMITS.noticeMs + HOUR_MS);
  const local = new Date(start.getTime() - start.getTimezoneOffset() * 60_000);
  const percent = (ppm = 0): string => toTypedShort(BigInt(ppm * MICRO_PER_PPM));
  return {
    percent: percent(targetRatePpm),
    days: String(termDays),
    minimumUsdt: getAmount('USDT', 'minimum'),
    minimumTrx: getAmount('TRX', 'minimum'),
    withdrawalMinimumUsdt: getAmount('USDT', 'withdrawalMinimum'),
    withdrawalMinimumTrx: getAmount('TRX', 'withdrawalMinimum'),
    withdrawalFeeUsdt: getAmount('USDT', 'withdrawalFee'),
    withdrawalFeeTrx: getAmount('TRX', 'withdrawalFee'),
    referralLevel1: percent(referralRatesPpm[0]),
    referralLevel2: percent(referralRatesPpm[1]),
    referralLevel3: percent(referralRatesPpm[2]),
    referralCap: percent(referralCapPpm),
    startsAt: local.toISOString().slice(0, MINUTES_OF_DAY),
  };
}

/** A draft as the server takes it, by the server's own rules, or the first problem with it. */
export function toTerms(draft: TermsDraft): { readonly terms?: NewTerms; readonly problem?: string } {
  const unread = TERMS_FIELDS.filter((name) => name !== 'startsAt').flatMap(
    (name) => readTyped(draft[name]).problem ?? [],
  )[0];
  if (unread !== undefined) return { problem: describeProblem(unread) };
  const plain = (name: keyof TermsDraft): string => readTyped(draft[name]).plain ?? '';
  const ppm = (name: keyof TermsDraft): number => Math.round(Number(plain(name)) * PPM_PER_PERCENT);
  const result = PublishTermsInput.safeParse({
    targetRatePpm: ppm('percent'),
    termDays: Number(plain('days')),
    minimumUsdt: plain('minimumUsdt'),
    minimumTrx: plain('minimumTrx'),
    withdrawalMinimumUsdt: plain('withdrawalMinimumUsdt'),
    withdrawalMinimumTrx: plain('withdrawalMinimumTrx'),
    withdrawalFeeUsdt: plain('withdrawalFeeUsdt'),
    withdrawalFeeTrx: plain('withdrawalFeeTrx'),
    referralLevel1Ppm: ppm('referralLevel1'),
    referralLevel2Ppm: ppm('referralLevel2'),
    referralLevel3Ppm: ppm('referralLevel3'),
    referralCapPpm: ppm('referralCap'),
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
