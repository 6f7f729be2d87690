import { listChainStates } from '@glasspool/pool/deposits';
import type { PoolDeps } from '@glasspool/pool/deps';
import { findHalt } from '@glasspool/pool/outgoing';
import { getPoolFigures as getFigures } from '@glasspool/pool/reserve';
import { NoInput } from '../common.contract.ts';
import { present } from '../present.ts';
import { presentTerms } from '../reserve/present-terms.ts';
import { publicProcedure } from '../trpc.ts';
import { GetPoolFiguresOutput } from './get-pool-figures.contract.ts';

/** Returns true while the mail server is away or refuses this pool. */
function isMailDelayed({ dependencies }: Pick<PoolDeps, 'dependencies'>): boolean {
  const state = dependencies.getState('mail');
  return state === 'degraded' || state === 'refused';
}

/** Balance sheet of the pool at this moment, and its terms. Anyone. */
export const getPoolFigures = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency', summary: 'Balance sheet of the pool' } })
  .input(NoInput)
  .output(GetPoolFiguresOutput)
  .query(async ({ ctx }) => {
    const { terms, currencies } = await getFigures(ctx.deps);
    return {
      network: ctx.dev === undefined ? ('testnet' as const) : ('local' as const),
      terms: presentTerms(terms),
      currencies: currencies.map(({ reserves, quarantined, ...figures }) => ({
        ...present(figures),
        reserves: reserves.map(present),
        quarantined: [...quarantined],
      })),
      sourceUrl: ctx.deps.settings.sourceUrl ?? null,
      payoutsStopped: (await findHalt(ctx.deps)) !== undefined,
      isMailDelayed: isMailDelayed(ctx.deps),
      chains: await listChainStates(ctx.deps),
      now: ctx.deps.clock.now(),
    };
  });
