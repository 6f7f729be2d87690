import type { TRPCRouterRecord } from '@trpc/server';
import { decideTermsProposal, findTermsProposal, fundReserve, listTerms, publishTerms } from './reserve.ts';

export const reserveRoutes = {
  fundReserve,
  publishTerms,
  findTermsProposal,
  decideTermsProposal,
  listTerms,
} satisfies TRPCRouterRecord;
