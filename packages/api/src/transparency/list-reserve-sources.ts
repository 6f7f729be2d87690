import { NETWORKS, USER_CURRENCIES } from '@glasspool/core';
import { listReserveSources as listFromPool } from '@glasspool/pool';
import { z } from 'zod';
import { MicroAmount, NoInput, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { present } from '../present.ts';
import { publicProcedure } from '../trpc.ts';

const ListReserveSourcesOutput = z.object({
  data: z.array(
    z.object({
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
    }),
  ),
});

/** What put money into the reward reserve, with its transactions on chain. Anyone. */
export const listReserveSources = publicProcedure
  .meta({
    openapi: { method: 'GET', path: '/transparency/reserve', summary: 'What funded the reward reserve' },
  })
  .input(NoInput)
  .output(ListReserveSourcesOutput)
  .query(async ({ ctx }) => {
    const sources = await Promise.all(USER_CURRENCIES.map((currency) => listFromPool(ctx.deps, currency)));
    return {
      data: sources.map(({ receipts, fundings, ...sums }) => ({
        ...present(sums),
        receipts: receipts.map(present),
        fundings: fundings.map(present),
      })),
    };
  });
