import { LEDGER_CURRENCIES } from '@glasspool/core';
import {
  decideCorrection as decideInPool,
  listOpenCorrections as listFromPool,
  proposeCorrection as proposeInPool,
} from '@glasspool/pool/corrections';
import { z } from 'zod';
import { NoInput, NoOutput, Timestamp } from '../common.contract.ts';
import { idField } from '../id-field.contract.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import { TwoFactorCode } from '../users/two-factor.contract.ts';
import { ProposeCorrectionInput } from './corrections.contract.ts';

const CorrectionId = idField('correction', 'This is not the id of a correction.');

/** Proposes to book the difference that the chain shows now. Admins. */
export const proposeCorrection = adminProcedure
  .input(ProposeCorrectionInput)
  .output(z.object({ id: CorrectionId, units: z.bigint() }))
  .mutation(({ ctx, input }) => proposeInPool(ctx.deps, { ...ctx.admin, ...input }));

/**
 * Books a proposed correction, or rejects it; the admin who proposed it can only reject. Admins, with two-factor authentication.
 */
export const decideCorrection = adminProcedure
  .input(
    z.strictObject({
      id: CorrectionId,
      decision: z.enum(['book', 'reject']),
      totp: z.optional(TwoFactorCode),
    }),
  )
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await decideInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });

/** Corrections that wait for a second admin. Admins and auditors. */
export const listOpenCorrections = staffProcedure
  .input(NoInput)
  .output(
    z.array(
      z.object({
        id: CorrectionId,
        currency: z.enum(LEDGER_CURRENCIES),
        units: z.bigint(),
        reason: z.string(),
        proposedBy: z.string(),
        isOwn: z.boolean(),
        createdAt: Timestamp,
      }),
    ),
  )
  .query(({ ctx }) => listFromPool(ctx.deps, ctx.actor.userId));
