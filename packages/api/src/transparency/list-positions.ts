import { listPositions as listFromPool } from '@glasspool/solvency';
import { publicProcedure } from '../trpc.ts';
import { ListPositionsInput, ListPositionsOutput } from './list-positions.contract.ts';

/** Assets and liabilities at each snapshot, from its anchored manifest, newest first. Anyone. */
export const listPositions = publicProcedure
  .meta({
    openapi: { method: 'GET', path: '/transparency/history', summary: 'Held and owed at each snapshot' },
  })
  .input(ListPositionsInput)
  .output(ListPositionsOutput)
  .query(async ({ ctx, input }) => {
    const { positions, total } = await listFromPool(ctx.deps, input);
    const data = positions.map(({ number, cutOffAt, currencies }) => ({
      number,
      cutOffAt,
      currencies: currencies.map(({ currency, heldMicro, owedMicro, reserveMicro }) => ({
        currency,
        held: heldMicro,
        owedToUsers: owedMicro,
        rewardReserve: reserveMicro,
      })),
    }));
    return { data, meta: { ...input, total } };
  });
