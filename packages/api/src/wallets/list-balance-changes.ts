import { listBalanceChanges as listInPool } from '@glasspool/records/balances';
import { readProcedure } from '../trpc.ts';
import { ListBalanceChangesInput, ListBalanceChangesOutput } from './list-balance-changes.contract.ts';

/** Changes of the caller's balances after an entry, oldest first: a program that goes on from `meta.since` misses none. Signed-in users, API keys. */
export const listBalanceChanges = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/balances/changes',
      summary: 'Every change of a balance since an entry, oldest first',
    },
  })
  .input(ListBalanceChangesInput)
  .output(ListBalanceChangesOutput)
  .query(async ({ ctx, input: { since, limit } }) => {
    const entries = await listInPool(ctx.deps, { userId: ctx.user.userId, since, limit });
    const data = entries.map(({ number, kind, createdAt, changes }) => ({
      number,
      kind,
      timestamp: createdAt,
      changes: changes.map(({ amountMicro, ...where }) => ({ ...where, amount: amountMicro })),
    }));
    return { data, meta: { since: entries.at(-1)?.number ?? since, limit } };
  });
