import { USER_CURRENCIES } from '@glasspool/core';
import { getPoolFigures as getFigures } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { publicProcedure } from '../trpc.ts';
import { GetPoolFiguresOutput } from './get-pool-figures.contract.ts';

/** What the pool holds and owes at this moment, and its terms. Anyone. */
export const getPoolFigures = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency', summary: 'What the pool holds and owes' } })
  .input(NoInput)
  .output(GetPoolFiguresOutput)
  .query(async ({ ctx }) => {
    const { terms, currencies } = await getFigures(ctx.deps);
    const { version, targetRatePpm, termDays, publishedAt, minimumMicro } = terms;
    const minimums = USER_CURRENCIES.map((currency) => ({ currency, minimumMicro: minimumMicro[currency] }));
    return { terms: { version, targetRatePpm, termDays, publishedAt, minimums }, currencies, now: ctx.deps.clock.now() };
  });
