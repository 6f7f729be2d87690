import { LEDGER_CURRENCIES } from '@glasspool/core';
import { listReconciliations as listReconciliationsInPool } from '@glasspool/pool/books';
import {
  decideCorrection as decideInPool,
  listOpenCorrections as listOpenCorrectionsInPool,
  proposeCorrection as proposeInPool,
} from '@glasspool/pool/corrections';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import { idField, NoInput, NoOutput, Timestamp } from '../contract.ts';
import { TwoFactorCode } from '../forms.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import { ProposeCorrectionInput } from './forms.ts';

const CorrectionId = idField('correction', 'This is not the id of a correction.');

/** Proposes to book the difference that the chain shows now. Admins. */
const proposeCorrection = adminProcedure
  .input(ProposeCorrectionInput)
  .output(z.object({ id: CorrectionId, units: z.bigint() }))
  .mutation(({ ctx, input }) => proposeInPool(ctx.deps, { ...ctx.admin, ...input }));

/**
 * Books a proposed correction, or rejects it; the admin who proposed it can only reject. Admins, with two-factor authentication.
 */
const decideCorrection = adminProcedure
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
const listOpenCorrections = staffProcedure
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
  .query(({ ctx }) => listOpenCorrectionsInPool(ctx.deps, ctx.actor.userId));

/** An amount in the chain's smallest units: 18 decimals for USDT and BNB, 6 for TRX. */
const Units = z.bigint();

const ListReconciliationsOutput = z.array(
  z.object({
    currency: z.enum(LEDGER_CURRENCIES),
    onChainUnits: Units,
    inCustodyUnits: Units,
    inFlightUnits: Units,
    confirmingUnits: Units,
    dustUnits: Units,
    quarantinedUnits: Units,
    lostUnits: Units,
    unexplainedUnits: Units,
    checkedAt: Timestamp,
    /** Since when nothing explains the difference; null while it is explained. */
    differsSince: Timestamp.nullable(),
  }),
);

/** The last comparison of each currency on chain with the ledger. Admins and auditors. */
const listReconciliations = staffProcedure
  .input(NoInput)
  .output(ListReconciliationsOutput)
  .query(async ({ ctx }) => [...(await listReconciliationsInPool(ctx.deps))]);

export const bookRoutes = {
  decideCorrection,
  listOpenCorrections,
  listReconciliations,
  proposeCorrection,
} satisfies TRPCRouterRecord;
