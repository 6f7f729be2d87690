import { parseAmount } from '@glasspool/core';
import {
  fundReserve as fundInPool,
  listTerms as listFromPool,
  publishTerms as publishInPool,
} from '@glasspool/pool';
import { NoInput, NoOutput } from '../common.contract.ts';
import { adminProcedure, publicProcedure } from '../trpc.ts';
import { presentTerms } from './present-terms.ts';
import { FundReserveInput, PublishTermsInput } from './reserve.contract.ts';
import { ListTermsOutput, TermsView } from './terms.contract.ts';

/** Moves a part of the operator's surplus into the reward reserve, where it stays. Admins. Errors: SURPLUS_EXCEEDED. */
export const fundReserve = adminProcedure
  .input(FundReserveInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    const { currency, amount } = input;
    await fundInPool(ctx.deps, { currency, amountMicro: parseAmount(amount), admin: ctx.admin });
    return {};
  });

/** Publishes new terms for investments made from a later time on. Admins. Errors: TERMS_START_IN_PAST. */
export const publishTerms = adminProcedure
  .input(PublishTermsInput)
  .output(TermsView)
  .mutation(async ({ ctx, input }) => {
    const { minimumUsdt, minimumTrx, ...terms } = input;
    const minimumMicro = { USDT: parseAmount(minimumUsdt), TRX: parseAmount(minimumTrx) };
    const published = await publishInPool(ctx.deps, { ...ctx.admin, terms: { ...terms, minimumMicro } });
    return presentTerms(published);
  });

/** Every version of the terms, newest first, those that begin later included. Anyone. */
export const listTerms = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency/terms', summary: 'Every version of the terms' } })
  .input(NoInput)
  .output(ListTermsOutput)
  .query(async ({ ctx }) => ({ terms: (await listFromPool(ctx.deps)).map(presentTerms) }));
