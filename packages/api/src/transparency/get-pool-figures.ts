import { USER_CURRENCIES } from '@glasspool/core';
import { getPoolFigures as getFigures, listChainStates } from '@glasspool/pool';
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
    return {
      network: ctx.dev === undefined ? ('testnet' as const) : ('local' as const),
      terms: {
        version,
        targetRatePpm,
        termDays,
        publishedAt,
        minimums: USER_CURRENCIES.map((currency) => ({ currency, minimum: minimumMicro[currency] })),
      },
      currencies: currencies.map((figures) => ({
        currency: figures.currency,
        held: figures.heldMicro,
        missing: figures.missingMicro,
        owed: figures.owedMicro,
        invested: figures.investedMicro,
        reserve: figures.reserveMicro,
        surplus: figures.surplusMicro,
        inTransit: figures.inTransitMicro,
        runwayTenthDays: figures.runwayTenthDays,
      })),
      chains: await listChainStates(ctx.deps),
      now: ctx.deps.clock.now(),
    };
  });
