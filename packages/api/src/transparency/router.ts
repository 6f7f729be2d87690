import type { TRPCRouterRecord } from '@trpc/server';
import { getPoolFigures } from './get-pool-figures.ts';
import { listPayouts } from './list-payouts.ts';
import { listReserveSources } from './list-reserve-sources.ts';
import {
  findAnchor,
  getConsistencyProof,
  getUserProof,
  listConfirmations,
  listEntryReceipts,
  listMovements,
  listOwnEntries,
  listSnapshots,
  noteVerified,
  requestSnapshot,
  takeConfirmation,
} from './snapshots.ts';

export const transparencyRoutes = {
  getPoolFigures,
  listPayouts,
  listReserveSources,
  listSnapshots,
  getUserProof,
  listOwnEntries,
  listEntryReceipts,
  getConsistencyProof,
  listMovements,
  listConfirmations,
  takeConfirmation,
  noteVerified,
  findAnchor,
  requestSnapshot,
} satisfies TRPCRouterRecord;
