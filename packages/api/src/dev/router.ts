import type { TRPCRouterRecord } from '@trpc/server';
import { advanceClock, balance, faucet, fundReserve, mailbox } from './dev-procedures.ts';

export const devRoutes = { mailbox, faucet, advanceClock, fundReserve, balance } satisfies TRPCRouterRecord;
