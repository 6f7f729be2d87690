import { getWallets } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { ListWalletsOutput } from './list-wallets.contract.ts';

/** Balances and deposit addresses of the caller, a row a currency. Signed-in users. */
export const listWallets = protectedProcedure
  .input(NoInput)
  .output(ListWalletsOutput)
  .query(({ ctx }) => getWallets(ctx.deps, ctx.actor.userId));
