import { countUsers as countUsersOfPool } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { adminProcedure } from '../trpc.ts';
import { CountUsersOutput } from './count-users.contract.ts';

/** How many users there are. Admins. */
export const countUsers = adminProcedure
  .meta({ openapi: { method: 'GET', path: '/users', summary: 'The number of users' } })
  .input(NoInput)
  .output(CountUsersOutput)
  .query(async ({ ctx }) => ({ totalUsers: await countUsersOfPool(ctx.deps) }));
