import { getProfile } from '@glasspool/identity/accounts';
import { NoInput } from '../common.contract.ts';
import { readProcedure } from '../trpc.ts';
import { GetMeOutput } from './get-me.contract.ts';

/** The caller's own profile. Signed-in users. */
export const getMe = readProcedure
  .meta({ openapi: { method: 'GET', path: '/auth/me', summary: 'The signed-in user' } })
  .input(NoInput)
  .output(GetMeOutput)
  .query(async ({ ctx }) => {
    const profile = await getProfile(ctx.deps, ctx.user.userId);
    return { user: { ...profile, roles: [...profile.roles], referredUsers: [...profile.referredUsers] } };
  });
