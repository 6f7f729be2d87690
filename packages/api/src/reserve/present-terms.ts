import { type Terms, type TermsValues, USER_CURRENCIES } from '@glasspool/core';
import type { TermsProposal } from '@glasspool/pool/investments';
import type { z } from 'zod';
import type { TermsProposalView, TermsView } from './terms.contract.ts';

/** A version of the terms in the form of the wire. */
export function presentTerms(terms: Terms): z.infer<typeof TermsView> {
  const { version, publishedAt, startsAt } = terms;
  return { version, publishedAt, startsAt, ...presentValues(terms) };
}

/** Terms that wait for a second admin, in the form of the wire. */
export function presentProposal(proposal: TermsProposal): z.infer<typeof TermsProposalView> {
  const { id, proposedBy, createdAt, startsAt } = proposal;
  return { id, proposedBy, createdAt, startsAt, ...presentValues(proposal) };
}

function presentValues(terms: TermsValues) {
  const { targetRatePpm, termDays, referralRatesPpm, referralCapPpm } = terms;
  return {
    targetRatePpm,
    termDays,
    referralRatesPpm: [...referralRatesPpm],
    referralCapPpm,
    minimums: USER_CURRENCIES.map((currency) => ({
      currency,
      minimum: terms.minimumMicro[currency],
      withdrawalMinimum: terms.withdrawalMinimumMicro[currency],
      withdrawalFee: terms.withdrawalFeeMicro[currency],
    })),
  };
}
