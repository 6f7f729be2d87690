import type { TRPCRouterRecord } from '@trpc/server';
import { decideCorrection, listOpenCorrections, proposeCorrection } from './corrections.ts';
import { listReconciliations } from './list-reconciliations.ts';

export const bookRoutes = {
  decideCorrection,
  listOpenCorrections,
  listReconciliations,
  proposeCorrection,
} satisfies TRPCRouterRecord;
