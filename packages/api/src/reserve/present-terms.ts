import { type Terms, USER_CURRENCIES } from '@glasspool/core';
import type { z } from 'zod';
import type { TermsView } from './terms.contract.ts';

/** A version of the terms in the form of the wire. */
export function presentTerms({ minimumMicro, referralRatesPpm, ...terms }: Terms): z.infer<typeof TermsView> {
  return {
    ...terms,
    referralRatesPpm: [...referralRatesPpm],
    minimums: USER_CURRENCIES.map((currency) => ({ currency, minimum: minimumMicro[currency] })),
  };
}
