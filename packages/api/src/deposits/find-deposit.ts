import { findDeposit as findInPool } from '@glasspool/pool/deposits';
import { present } from '../present.ts';
import { publicProcedure } from '../trpc.ts';
import { FindDepositInput, FindDepositOutput } from './find-deposit.contract.ts';

/** Fate of a transfer: credited, confirming, not to us, another token, failed, or unknown to the node. Anyone. */
export const findDeposit = publicProcedure
  .meta({
    limit: 'node',
    openapi: { method: 'GET', path: '/deposits/find', summary: 'What became of a transfer' },
  })
  .input(FindDepositInput)
  .output(FindDepositOutput)
  .query(async ({ ctx, input }) => ({ data: present(await findInPool(ctx.deps, input)) }));
