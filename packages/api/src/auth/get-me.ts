import { getProfile } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { GetMeOutput } from './get-me.contract.ts';

/** The caller's own profile. Signed-in users. */
export const getMe = protectedProcedure
  .meta({ openapi: { method: 'GET', path: '/auth/me', summary: 'The signed-in user' } })
  .input(NoInput)
  .output(GetMeOutput)
  .query(async ({ ctx }) => {
    const profile = await getProfile(ctx.deps, ctx.actor.userId);
    return { user: { ...profile, roles: [...profile.roles], referredUsers: [...profile.referredUsers] } };
  });
