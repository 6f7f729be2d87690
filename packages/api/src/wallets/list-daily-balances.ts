import { listDailyBalances as listFromPool } from '@glasspool/records/balances';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { present } from '../present.ts';
import { readProcedure } from '../trpc.ts';

const ListDailyBalancesInput = z.strictObject({ currency: CurrencyField });
const ListDailyBalancesOutput = z.object({
  data: z.array(
    z.object({
      at: Timestamp.describe('End of a UTC day; now for the last one.'),
      invested: MicroAmount,
      free: MicroAmount.describe('Wallet, withdrawable, on hold and referral rewards.'),
    }),
  ),
});

/** Balances of the caller at the end of each of the last 30 UTC days, and now. Signed-in users, API keys. */
export const listDailyBalances = readProcedure
  .meta({ openapi: { method: 'GET', path: '/balances/daily', summary: "The user's balances of 30 days" } })
  .input(ListDailyBalancesInput)
  .output(ListDailyBalancesOutput)
  .query(async ({ ctx, input: { currency } }) => ({
    data: (await listFromPool(ctx.deps, { userId: ctx.user.userId, currency })).map(present),
  }));
