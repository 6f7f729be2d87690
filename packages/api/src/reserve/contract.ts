import { NETWORKS, REWARD_RUN_STATES } from '@glasspool/core';
import { z } from 'zod';
import { idField, MicroAmount, Timestamp } from '../contract.ts';
import { CurrencyField, TwoFactorCode } from '../forms.ts';

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

/** A reward run, as public lists and receipts show it. */
export const RewardRunView = z.object({
  id: z.string(),
  currency: CurrencyField,
  termsVersion: z.number(),
  state: z.enum(REWARD_RUN_STATES).describe('Figures of a run that is not closed are those so far.'),
  runAt: Timestamp,
  investments: z.number(),
  principal: MicroAmount,
  due: MicroAmount,
  paid: MicroAmount,
  referralDue: MicroAmount.describe('Referral rewards before the cap.'),
  referralPaid: MicroAmount.describe("The inviters' shares, paid out of the same reserve."),
  sharePpb: z
    .number()
    .nullable()
    .describe(
      'Part of what was due that is paid, the same for every row, in parts per billion; null until it is fixed.',
    ),
  referralSharePpb: z.number().nullable().describe('Part of the referral rewards that the cap leaves.'),
  targetRatePpb: z.number().describe('Rate of the terms, in parts per billion of the principal.'),
  effectiveRatePpb: z.number().describe('The target times `sharePpb`; 0 until the share is fixed.'),
  reserveBefore: MicroAmount,
  reserveAfter: MicroAmount,
  root: z.string().nullable().describe('Root of all rows, in hex; null while the run is open.'),
});

/** Sources of one currency's reward reserve. */
export const ReserveSourcesView = z.object({
  currency: CurrencyField,
  received: MicroAmount,
  funded: MicroAmount,
  receipts: z.array(
    z.object({
      network: z.enum(NETWORKS),
      txHash: z.string(),
      amount: MicroAmount,
      creditedAt: Timestamp,
    }),
  ),
  fundings: z.array(z.object({ amount: MicroAmount, createdAt: Timestamp })),
});
