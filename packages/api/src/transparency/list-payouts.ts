import { listRewardRuns } from '@glasspool/pool';
import { publicProcedure } from '../trpc.ts';
import { ListPayoutsInput, ListPayoutsOutput } from './list-payouts.contract.ts';

/** Every reward run with its target and effective rate, newest first. Anyone. */
export const listPayouts = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency/payouts', summary: 'Every reward run' } })
  .input(ListPayoutsInput)
  .output(ListPayoutsOutput)
  .query(async ({ ctx, input }) => {
    const { runs, total } = await listRewardRuns(ctx.deps, input);
    const data = runs.map(
      ({
        principalMicro,
        dueMicro,
        paidMicro,
        referralDueMicro: _due,
        referralPaidMicro,
        reserveBeforeMicro,
        reserveAfterMicro,
        ...run
      }) => ({
        ...run,
        principal: principalMicro,
        due: dueMicro,
        paid: paidMicro,
        referralPaid: referralPaidMicro,
        reserveBefore: reserveBeforeMicro,
        reserveAfter: reserveAfterMicro,
      }),
    );
    return { data, meta: { ...input, total } };
  });
