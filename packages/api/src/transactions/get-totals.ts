import { getTotals, type Totals } from '@glasspool/pool/totals';
import type { z } from 'zod';
import { NoInput } from '../common.contract.ts';
import { staffProcedure } from '../trpc.ts';
import { GetTotalsOutput } from './get-totals.contract.ts';

/** Deposits of users in total and today. Admins and auditors. */
export const getDepositsTotal = staffProcedure
  .meta({
    openapi: { method: 'GET', path: '/transactions/deposits-total', summary: 'Deposits, all and today' },
  })
  .input(NoInput)
  .output(GetTotalsOutput)
  .query(async ({ ctx }) => presentTotals(await getTotals(ctx.deps, 'deposit')));

/** Withdrawals of users in total and today. Admins and auditors. */
export const getWithdrawalsTotal = staffProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transactions/withdrawals-total',
      summary: 'Withdrawals, all and today',
    },
  })
  .input(NoInput)
  .output(GetTotalsOutput)
  .query(async ({ ctx }) => presentTotals(await getTotals(ctx.deps, 'withdrawal')));

/** Investments of users in total and today. Admins and auditors. */
export const getInvestmentsTotal = staffProcedure
  .meta({
    openapi: { method: 'GET', path: '/transactions/investment-total', summary: 'Investments, all and today' },
  })
  .input(NoInput)
  .output(GetTotalsOutput)
  .query(async ({ ctx }) => presentTotals(await getTotals(ctx.deps, 'investment')));

function presentTotals({ totalMicro, todayTotalMicro }: Totals): z.infer<typeof GetTotalsOutput> {
  return { total: totalMicro, todayTotal: todayTotalMicro };
}
