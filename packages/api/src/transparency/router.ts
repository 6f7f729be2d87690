import type { TRPCRouterRecord } from '@trpc/server';
import { getPoolFigures } from './get-pool-figures.ts';
import { listPayouts } from './list-payouts.ts';
import { listReserveSources } from './list-reserve-sources.ts';
import {
  findAnchor,
  getConsistencyProof,
  getUserProof,
  listOwnEntries,
  listSnapshots,
  noteVerified,
  requestSnapshot,
} from './snapshots.ts';

export const transparencyRoutes = {
  getPoolFigures,
  listPayouts,
  listReserveSources,
  listSnapshots,
  getUserProof,
  listOwnEntries,
  getConsistencyProof,
  noteVerified,
  findAnchor,
  requestSnapshot,
} satisfies TRPCRouterRecord;
