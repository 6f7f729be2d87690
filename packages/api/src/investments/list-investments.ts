import { listInvestments as listInvestmentsOfPool } from '@glasspool/pool/investments';
import { NoInput } from '../common.contract.ts';
import { readProcedure } from '../trpc.ts';
import { ListInvestmentsOutput } from './invest.contract.ts';
import { presentInvestment } from './present-investment.ts';

/** The caller's investments, newest first. Signed-in users. */
export const listInvestments = readProcedure
  .meta({ openapi: { method: 'GET', path: '/investments/user', summary: "The user's investments" } })
  .input(NoInput)
  .output(ListInvestmentsOutput)
  .query(async ({ ctx }) => ({
    investments: (await listInvestmentsOfPool(ctx.deps, ctx.user.userId)).map(presentInvestment),
  }));
