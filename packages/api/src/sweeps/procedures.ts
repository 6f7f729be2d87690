import {
  findNewestSweep as findInPool,
  listSweepAddresses as listFromPool,
  planSweep as planInPool,
  type SweepView as SweepOfPool,
  startSweep as startInPool,
  sumSweep,
} from '@glasspool/pool/sweeps';
import type { TRPCRouterRecord } from '@trpc/server';
import type { z } from 'zod';
import { CodeInput } from '../account/contract.ts';
import { NoInput } from '../contract.ts';
import { present } from '../present.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import {
  FindNewestSweepOutput,
  ListSweepAddressesInput,
  ListSweepAddressesOutput,
  PlanSweepOutput,
  StartSweepOutput,
  type SweepView,
} from './contract.ts';

/** Plan and cost of a sweep that would begin now. Admins and auditors. */
const planSweep = staffProcedure
  .input(NoInput)
  .output(PlanSweepOutput)
  .query(async ({ ctx }) => (await planInPool(ctx.deps)).map(present));

/**
 * Begins to move what all deposit addresses hold into the hot wallet, or answers with the sweep that runs. Admins.
 */
const startSweep = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/mass-withdrawal',
      summary: 'Sweep all deposit addresses into the hot wallet',
      errors: [
        'NOTHING_TO_SWEEP',
        'PAYOUTS_PAUSED',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(CodeInput)
  .output(StartSweepOutput)
  .mutation(async ({ ctx, input }) => {
    const id = await startInPool(ctx.deps, { ...ctx.admin, ...input });
    return { data: { id, ...(await sumSweep(ctx.deps, id)) } };
  });

/** The newest sweep and how far it is; null before the first. Admins and auditors. */
const findNewestSweep = staffProcedure
  .input(NoInput)
  .output(FindNewestSweepOutput)
  .query(async ({ ctx }) => {
    const sweep = await findInPool(ctx.deps);
    return { sweep: sweep === undefined ? null : presentSweep(sweep) };
  });

/** The addresses of a sweep and what became of each. Admins and auditors. */
const listSweepAddresses = staffProcedure
  .input(ListSweepAddressesInput)
  .output(ListSweepAddressesOutput)
  .query(async ({ ctx, input }) => {
    const { addresses, total } = await listFromPool(ctx.deps, input);
    const { page, limit } = input;
    return { data: addresses.map(present), meta: { page, limit, total } };
  });

function presentSweep({ progress, ...sweep }: SweepOfPool): z.infer<typeof SweepView> {
  return { ...sweep, progress: progress.map(present) };
}

export const sweepRoutes = {
  planSweep,
  startSweep,
  findNewestSweep,
  listSweepAddresses,
} satisfies TRPCRouterRecord;
