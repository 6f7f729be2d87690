import type { TRPCRouterRecord } from '@trpc/server';
import { getOverview } from './get-overview.ts';
import { getPoolFigures } from './get-pool-figures.ts';
import { listPayouts } from './list-payouts.ts';
import { listPositions } from './list-positions.ts';
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
  recordVerified,
  requestSnapshot,
  takeConfirmation,
} from './snapshots.ts';

export const transparencyRoutes = {
  getPoolFigures,
  getOverview,
  listPayouts,
  listPositions,
  listReserveSources,
  listSnapshots,
  getUserProof,
  listOwnEntries,
  listEntryReceipts,
  getConsistencyProof,
  listMovements,
  listConfirmations,
  takeConfirmation,
  recordVerified,
  findAnchor,
  requestSnapshot,
} satisfies TRPCRouterRecord;
