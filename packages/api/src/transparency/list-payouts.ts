import { listRewardRuns } from '@glasspool/pool/rewards';
import { present } from '../present.ts';
import { publicProcedure } from '../trpc.ts';
import { ListPayoutsInput, ListPayoutsOutput } from './list-payouts.contract.ts';

/** Every reward run with its target and effective rate, newest first. Anyone. */
export const listPayouts = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency/payouts', summary: 'Every reward run' } })
  .input(ListPayoutsInput)
  .output(ListPayoutsOutput)
  .query(async ({ ctx, input }) => {
    const { runs, total } = await listRewardRuns(ctx.deps, input);
    return { data: runs.map(present), meta: { ...input, total } };
  });
