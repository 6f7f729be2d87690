import { USER_CURRENCIES } from '@glasspool/core';
import { listAllInvestments as listFromPool } from '@glasspool/records/investments';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { FeedFields, FeedMeta, isWithinReach, OUT_OF_REACH } from '../feed.contract.ts';
import { presentMeta, toPageRequest } from '../feed.ts';
import { idField } from '../id-field.contract.ts';
import { present } from '../present.ts';
import { staffProcedure } from '../trpc.ts';

const UserIdField = idField('user', 'This is not the id of a user.');

const FilterFields = {
  state: z.enum(['active', 'matured'], { error: 'state is active or matured.' }).optional(),
  currency: z.enum(USER_CURRENCIES).optional(),
  userId: UserIdField.optional(),
};
/** Investments that an export holds. */
export const InvestmentFilter = z.strictObject(FilterFields);
const ListAllInvestmentsInput = z
  .strictObject({ ...FeedFields, ...FilterFields })
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});
const ListAllInvestmentsOutput = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      userId: UserIdField,
      currency: CurrencyField,
      principal: MicroAmount,
      rewarded: MicroAmount,
      rewardedDays: z.number(),
      termsVersion: z.number(),
      state: z.enum(['active', 'matured']),
      nextRewardAt: Timestamp.nullable(),
      unlocksAt: Timestamp,
      createdAt: Timestamp,
    }),
  ),
  meta: FeedMeta,
});

/** Investments of all users, newest first. Admins and auditors. */
export const listAllInvestments = staffProcedure
  .input(ListAllInvestmentsInput)
  .output(ListAllInvestmentsOutput)
  .query(async ({ ctx, input }) => {
    const { state, currency, userId } = input;
    const found = await listFromPool(ctx.deps, { ...toPageRequest(input), state, currency, userId });
    return { data: found.entries.map(present), meta: presentMeta(input, found) };
  });
