import { parseAmount, USER_CURRENCIES } from '@glasspool/core';
import { releaseWallet as releaseInPool } from '@glasspool/pool/balances';
import {
  type Investment,
  invest as investInPool,
  listInvestments as listInvestmentsOfPool,
} from '@glasspool/pool/investments';
import { listAllInvestments as listFromPool } from '@glasspool/records/investments';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import {
  FeedFields,
  FeedMeta,
  idField,
  isWithinReach,
  MicroAmount,
  NoInput,
  OUT_OF_REACH,
  Timestamp,
} from '../contract.ts';
import { presentMeta, toPageRequest } from '../feed.ts';
import { CurrencyField } from '../forms.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { present } from '../present.ts';
import { protectedProcedure, readProcedure, staffProcedure } from '../trpc.ts';
import {
  InvestInput,
  type InvestmentView,
  InvestOutput,
  ListInvestmentsOutput,
  ReleaseWalletInput,
  ReleaseWalletOutput,
} from './contract.ts';

/** An investment with the field names of the specification. */
function presentInvestment(investment: Investment): z.infer<typeof InvestmentView> {
  return {
    _id: investment.id,
    investedAmount: investment.principalMicro,
    currency: investment.currency,
    termsVersion: investment.termsVersion,
    nextPayout: investment.nextRewardAt,
    unlocksAt: investment.unlocksAt,
    startedAt: investment.createdAt,
    rewardsPaid: investment.rewardedMicro,
    status: investment.state,
    isPaused: investment.pausedAt !== null && investment.resumedAt === null,
  };
}

/** Invests a balance, in whole or in part, under the terms in force. Signed-in users. */
const invest = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/invest',
      summary: 'Invest the wallet, or reinvest what is withdrawable',
      errors: [
        'TERMS_CHANGED',
        'NOTHING_TO_INVEST',
        'INVESTMENT_EXCEEDS_BALANCE',
        'INVESTMENT_BELOW_MINIMUM',
        'RECEIVABLE_OUTSTANDING',
        'IDEMPOTENCY_KEY_REUSED',
      ],
    },
  })
  .input(InvestInput)
  .output(InvestOutput)
  .mutation(async ({ ctx, input }) => ({
    investment: presentInvestment(
      await investInPool(ctx.deps, {
        userId: ctx.actor.userId,
        currency: input.currency,
        source: input.from,
        amountMicro: input.amount === undefined ? undefined : parseAmount(input.amount),
        termsVersion: input.termsVersion,
        ...readIdempotencyKey(ctx),
      }),
    ),
  }));

const UserIdField = idField('user', 'This is not the id of a user.');

const FilterFields = {
  state: z.enum(['active', 'matured'], { error: 'state is active or matured.' }).optional(),
  currency: z.enum(USER_CURRENCIES).optional(),
  userId: UserIdField.optional(),
};
/** Investments that an export holds. */
export const InvestmentFilter = z.strictObject(FilterFields);
const ListAllInvestmentsInput = z
  .strictObject({ ...FeedFields, ...FilterFields })
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});
const ListAllInvestmentsOutput = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      userId: UserIdField,
      currency: CurrencyField,
      principal: MicroAmount,
      rewarded: MicroAmount,
      rewardedDays: z.number(),
      termsVersion: z.number(),
      state: z.enum(['active', 'matured']),
      nextRewardAt: Timestamp.nullable(),
      unlocksAt: Timestamp,
      createdAt: Timestamp,
    }),
  ),
  meta: FeedMeta,
});

/** Investments of all users, newest first. Admins and auditors. */
const listAllInvestments = staffProcedure
  .input(ListAllInvestmentsInput)
  .output(ListAllInvestmentsOutput)
  .query(async ({ ctx, input }) => {
    const { state, currency, userId } = input;
    const found = await listFromPool(ctx.deps, { ...toPageRequest(input), state, currency, userId });
    return { data: found.entries.map(present), meta: presentMeta(input, found) };
  });

/** The caller's investments, newest first. Signed-in users. */
const listInvestments = readProcedure
  .meta({ openapi: { method: 'GET', path: '/investments/user', summary: "The user's investments" } })
  .input(NoInput)
  .output(ListInvestmentsOutput)
  .query(async ({ ctx }) => ({
    investments: (await listInvestmentsOfPool(ctx.deps, ctx.user.userId)).map(presentInvestment),
  }));

/** Makes an uninvested deposit withdrawable, in whole or in part. Signed-in users. */
const releaseWallet = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/wallet',
      summary: 'Make an uninvested deposit withdrawable',
      errors: ['NOTHING_TO_RELEASE', 'WALLET_EXCEEDED', 'RECEIVABLE_OUTSTANDING', 'IDEMPOTENCY_KEY_REUSED'],
    },
  })
  .input(ReleaseWalletInput)
  .output(ReleaseWalletOutput)
  .mutation(async ({ ctx, input: { currency, amount } }) => ({
    released: await releaseInPool(ctx.deps, {
      userId: ctx.actor.userId,
      currency,
      amountMicro: amount === undefined ? undefined : parseAmount(amount),
      ...readIdempotencyKey(ctx),
    }),
  }));

export const investmentRoutes = {
  invest,
  listInvestments,
  listAllInvestments,
  releaseWallet,
} satisfies TRPCRouterRecord;
