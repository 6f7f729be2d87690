import { parseAmount, type Terms, type TermsValues, USER_CURRENCIES } from '@glasspool/core';
import {
  decideTermsProposal as decideInPool,
  findTermsProposal as findInPool,
  listTerms as listFromPool,
  publishTerms as publishInPool,
  type TermsProposal,
} from '@glasspool/pool/investments';
import { fundReserveAsAdmin as fundInPool } from '@glasspool/pool/reserve';
import type { ReserveSources } from '@glasspool/records/reserve-sources';
import type { TRPCRouterRecord } from '@trpc/server';
import type { z } from 'zod';
import { NoInput, NoOutput } from '../contract.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { present } from '../present.ts';
import { adminProcedure, publicProcedure, staffProcedure } from '../trpc.ts';
import {
  DecideTermsProposalInput,
  FindTermsProposalOutput,
  ListTermsOutput,
  PublishTermsOutput,
  type TermsProposalView,
  type TermsView,
} from './contract.ts';
import { FundReserveInput, PublishTermsInput } from './forms.ts';

/** A version of the terms in the form of the wire. */
export function presentTerms(terms: Terms): z.infer<typeof TermsView> {
  const { version, publishedAt, startsAt } = terms;
  return { version, publishedAt, startsAt, ...presentValues(terms) };
}

/** Terms that wait for a second admin, in the form of the wire. */
function presentProposal(proposal: TermsProposal): z.infer<typeof TermsProposalView> {
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

/** Moves a part of the operator's own funds into the reserve of a version of the terms, where it stays. Admins. */
const fundReserve = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/reserve',
      summary: 'Move own funds of the operator into a reward reserve',
      errors: [
        'OWN_FUNDS_EXCEEDED',
        'TERMS_VERSION_CLOSED',
        'IDEMPOTENCY_KEY_REUSED',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(FundReserveInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    const { currency, amount, termsVersion, totp } = input;
    const amountMicro = parseAmount(amount);
    await fundInPool(ctx.deps, {
      currency,
      amountMicro,
      termsVersion,
      totp,
      admin: ctx.admin,
      ...readIdempotencyKey(ctx, input),
    });
    return {};
  });

/** Publishes new terms for investments made from a later time on, or proposes them to a second admin. Admins. */
const publishTerms = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/terms',
      summary: 'Publish new terms, or propose them to a second admin',
      errors: [
        'TERMS_OUT_OF_BOUNDS',
        'TERMS_START_TOO_SOON',
        'TERMS_PROPOSAL_OPEN',
        'IDEMPOTENCY_KEY_REUSED',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(PublishTermsInput)
  .output(PublishTermsOutput)
  .mutation(async ({ ctx, input }) => {
    const { targetRatePpm, termDays, referralCapPpm, startsAt, totp } = input;
    const { state } = await publishInPool(ctx.deps, {
      ...ctx.admin,
      ...readIdempotencyKey(ctx, input),
      totp,
      terms: {
        targetRatePpm,
        termDays,
        referralCapPpm,
        startsAt,
        minimumMicro: { USDT: parseAmount(input.minimumUsdt), TRX: parseAmount(input.minimumTrx) },
        withdrawalMinimumMicro: {
          USDT: parseAmount(input.withdrawalMinimumUsdt),
          TRX: parseAmount(input.withdrawalMinimumTrx),
        },
        withdrawalFeeMicro: {
          USDT: parseAmount(input.withdrawalFeeUsdt),
          TRX: parseAmount(input.withdrawalFeeTrx),
        },
        referralRatesPpm: [input.referralLevel1Ppm, input.referralLevel2Ppm, input.referralLevel3Ppm],
      },
    });
    return { state };
  });

/** Terms that wait for a second admin. Admins and auditors. */
const findTermsProposal = staffProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/terms/proposal',
      summary: 'Terms that wait for a second admin',
    },
  })
  .input(NoInput)
  .output(FindTermsProposalOutput)
  .query(async ({ ctx }) => {
    const proposal = await findInPool(ctx.deps);
    return { proposal: proposal === undefined ? null : presentProposal(proposal) };
  });

/** Publishes or rejects terms that another admin proposed; the admin who proposed them can only reject. Admins. */
const decideTermsProposal = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/terms/proposal',
      summary: 'Publish or reject terms that another admin proposed',
      errors: [
        'TERMS_OUT_OF_BOUNDS',
        'TERMS_START_TOO_SOON',
        'NOT_FOUND',
        'NOT_SECOND_PERSON',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(DecideTermsProposalInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await decideInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });

/** Every version of the terms, newest first, those that start later included. Anyone. */
const listTerms = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency/terms', summary: 'Every version of the terms' } })
  .input(NoInput)
  .output(ListTermsOutput)
  .query(async ({ ctx }) => ({ terms: (await listFromPool(ctx.deps)).map(presentTerms) }));

/** The sources of one currency's reserve in the form of the wire. */
export function presentSources({ receipts, fundings, ...sums }: ReserveSources) {
  return { ...present(sums), receipts: receipts.map(present), fundings: fundings.map(present) };
}

export const reserveRoutes = {
  fundReserve,
  publishTerms,
  findTermsProposal,
  decideTermsProposal,
  listTerms,
} satisfies TRPCRouterRecord;
