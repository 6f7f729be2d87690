import { USER_CURRENCIES } from '@glasspool/core';
import { listAllInvestments as listFromPool } from '@glasspool/pool';
import { z } from 'zod';
import { MicroAmount, PageFields, PageMeta, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { present } from '../present.ts';
import { staffProcedure } from '../trpc.ts';

const ListAllInvestmentsInput = z
  .strictObject({
    ...PageFields,
    state: z.enum(['active', 'matured'], { error: 'state is active or matured.' }).optional(),
    currency: z.enum(USER_CURRENCIES).optional(),
  })
  .prefault({});
const ListAllInvestmentsOutput = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
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
  meta: PageMeta,
});

/** Everybody's investments, newest first. Admins and auditors. */
export const listAllInvestments = staffProcedure
  .input(ListAllInvestmentsInput)
  .output(ListAllInvestmentsOutput)
  .query(async ({ ctx, input }) => {
    const { investments, total } = await listFromPool(ctx.deps, input);
    const { page, limit } = input;
    return { data: investments.map(present), meta: { page, limit, total } };
  });
