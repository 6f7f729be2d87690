import { USER_CURRENCIES } from '@glasspool/core';
import { listReserveSources as listFromPool, type ReserveSources } from '@glasspool/records/reserve-sources';
import { NoInput } from '../common.contract.ts';
import { present } from '../present.ts';
import { publicProcedure } from '../trpc.ts';
import { ListReserveSourcesOutput } from './list-reserve-sources.contract.ts';

/** Sources of the reward reserve, with their transactions on chain. Anyone. */
export const listReserveSources = publicProcedure
  .meta({
    openapi: { method: 'GET', path: '/transparency/reserve', summary: 'What funded the reward reserve' },
  })
  .input(NoInput)
  .output(ListReserveSourcesOutput)
  .query(async ({ ctx }) => {
    const sources = await Promise.all(USER_CURRENCIES.map((currency) => listFromPool(ctx.deps, currency)));
    return { data: sources.map(presentSources) };
  });

/** The sources of one currency's reserve in the form of the wire. */
export function presentSources({ receipts, fundings, ...sums }: ReserveSources) {
  return { ...present(sums), receipts: receipts.map(present), fundings: fundings.map(present) };
}
