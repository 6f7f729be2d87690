import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { idField } from '../id-field.contract.ts';
import { TwoFactorCode } from '../users/two-factor.contract.ts';

const TermsFields = {
  targetRatePpm: z.number(),
  termDays: z.number(),
  minimums: z.array(
    z.object({
      currency: CurrencyField,
      minimum: MicroAmount,
      withdrawalMinimum: MicroAmount,
      withdrawalFee: MicroAmount,
    }),
  ),
  referralRatesPpm: z.array(z.number()),
  referralCapPpm: z
    .number()
    .describe('The most that all referral rewards of a run come to, as a share of its rewards.'),
};

export const TermsView = z.object({
  version: z.number(),
  ...TermsFields,
  publishedAt: Timestamp,
  startsAt: Timestamp,
});
export const ListTermsOutput = z.object({ terms: z.array(TermsView) });

const ProposalIdField = idField('termsProposal', 'This is not the id of proposed terms.');
export const TermsProposalView = z.object({
  id: ProposalIdField,
  ...TermsFields,
  proposedBy: z.string().describe('Email of the admin who proposed them.'),
  createdAt: Timestamp,
  startsAt: Timestamp,
});
export const FindTermsProposalOutput = z.object({ proposal: TermsProposalView.nullable() });
export const PublishTermsOutput = z.object({
  state: z.enum(['published', 'proposed']).describe('Proposed: a second admin has to publish them.'),
});
export const DecideTermsProposalInput = z.strictObject({
  id: ProposalIdField,
  decision: z.enum(['publish', 'reject']),
  totp: z.optional(TwoFactorCode),
});
