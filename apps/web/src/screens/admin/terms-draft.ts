import { PublishTermsInput } from '@glasspool/api/contracts';
import { formatAmount } from '@glasspool/core';
import type { z } from 'zod/mini';
import type { TermsView } from '../../api/trpc.ts';

const PPM_PER_PERCENT = 10_000;
const DAY_MS = 86_400_000;
const MINUTES_OF_DAY = 16;

/** New terms as they are typed. */
export interface TermsDraft {
  readonly percent: string;
  readonly days: string;
  readonly minimumUsdt: string;
  readonly minimumTrx: string;
  /** Of a datetime-local field: the time where the browser is. */
  readonly startsAt: string;
}

/** A draft that would change nothing, beginning tomorrow. */
export function draftFrom({ targetRatePpm, termDays, minimums }: TermsView): TermsDraft {
  const minimumOf = (currency: string): string =>
    formatAmount(minimums.find((one) => one.currency === currency)?.minimum ?? 0n);
  const tomorrow = new Date(Date.now() + DAY_MS);
  const local = new Date(tomorrow.getTime() - tomorrow.getTimezoneOffset() * 60_000);
  return {
    percent: String(targetRatePpm / PPM_PER_PERCENT),
    days: String(termDays),
    minimumUsdt: minimumOf('USDT'),
    minimumTrx: minimumOf('TRX'),
    startsAt: local.toISOString().slice(0, MINUTES_OF_DAY),
  };
}

/** A draft as the server takes it, by the server's own rules, or the first thing that is wrong with it. */
export function toTerms(draft: TermsDraft): {
  readonly terms?: z.infer<typeof PublishTermsInput>;
  readonly problem?: string;
} {
  const result = PublishTermsInput.safeParse({
    targetRatePpm: Number(draft.percent.trim() || Number.NaN) * PPM_PER_PERCENT,
    termDays: Number(draft.days.trim() || Number.NaN),
    minimumUsdt: draft.minimumUsdt.trim(),
    minimumTrx: draft.minimumTrx.trim(),
    startsAt: new Date(draft.startsAt).getTime(),
  });
  return result.success ? { terms: result.data } : { problem: result.error.issues[0]?.message ?? '' };
}
