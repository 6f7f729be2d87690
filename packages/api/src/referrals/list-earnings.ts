import { listReferralEarnings } from '@glasspool/pool/referrals';
import { NoInput } from '../common.contract.ts';
import { readProcedure } from '../trpc.ts';
import { ListEarningsOutput } from './list-earnings.contract.ts';

/** The caller's newest referral rewards: whose reward brought how much. Signed-in users. */
export const listEarnings = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/referrals/get-referrals-earnings',
      summary: 'Referral rewards received',
    },
  })
  .input(NoInput)
  .output(ListEarningsOutput)
  .query(async ({ ctx }) => {
    const earnings = await listReferralEarnings(ctx.deps, ctx.user.userId);
    const data = earnings.map(({ amountMicro, createdAt, ...earning }) => ({
      ...earning,
      amount: amountMicro,
      timestamp: createdAt,
    }));
    return { data };
  });
