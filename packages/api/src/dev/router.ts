import type { TRPCRouterRecord } from '@trpc/server';
import { advanceClock, balance, faucet, fundReserve, getClock, mailbox } from './dev-procedures.ts';
import { runExperiment } from './run-experiment.ts';

export const devRoutes = {
  mailbox,
  faucet,
  getClock,
  advanceClock,
  fundReserve,
  balance,
  runExperiment,
} satisfies TRPCRouterRecord;
