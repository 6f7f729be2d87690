import { getNotifications as getFromPool, setNotifications as setInPool } from '@glasspool/identity/accounts';
import { NoInput, NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { NotificationsOutput, SetNotificationsInput } from './settings.contract.ts';

/** Mail notifications of the caller. Signed-in users. */
export const getNotifications = protectedProcedure
  .input(NoInput)
  .output(NotificationsOutput)
  .query(({ ctx }) => getFromPool(ctx.deps, ctx.actor.userId));

/** Saves the switches that are given. Signed-in users. */
export const setNotifications = protectedProcedure
  .input(SetNotificationsInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await setInPool(ctx.deps, ctx.actor.userId, input);
    return {};
  });
