import type { TRPCRouterRecord } from '@trpc/server';
import { advanceClock, balance, faucet, fundReserve, getClock, mailbox } from './dev-procedures.ts';

export const devRoutes = {
  mailbox,
  faucet,
  getClock,
  advanceClock,
  fundReserve,
  balance,
} satisfies TRPCRouterRecord;
