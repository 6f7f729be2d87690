import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { TransactionRow } from '../transactions/list-transactions.contract.ts';

export const GetOverviewOutput = z.object({
  network: z.enum(['local', 'testnet']),
  announcement: z.string().describe('Of the operator; empty without one.'),
  sourceUrl: z.string().nullable().describe('Where the source code of this pool is published.'),
  currencies: z.array(
    z.object({
      currency: CurrencyField,
      held: MicroAmount.describe('On chain and in flight, less what the chain was found not to have.'),
      owedToUsers: MicroAmount,
      rewardReserve: MicroAmount,
      shortestReserve: z
        .object({
          targetRatePpm: z.number(),
          runwayTenthDays: z.number(),
          lastRun: z.object({ runAt: Timestamp, effectiveRatePpb: z.number() }).nullable(),
        })
        .nullable()
        .describe('Reserve that runs out first among those that have something to reward.'),
    }),
  ),
  terms: z.object({ version: z.number(), targetRatePpm: z.number(), termDays: z.number() }),
  snapshot: z
    .object({
      number: z.number(),
      cutOffAt: Timestamp,
      isAnchored: z.boolean(),
      verifiedBy: z.number().describe('People who found their balance right in it.'),
    })
    .nullable()
    .describe('Newest snapshot.'),
  snapshots: z.number(),
  runs: z
    .array(
      z.object({
        runAt: Timestamp,
        currency: CurrencyField,
        investments: z.number(),
        paid: MicroAmount,
        targetRatePpb: z.number(),
        effectiveRatePpb: z.number(),
      }),
    )
    .describe('Newest closed reward runs, newest first.'),
  rateHistory: z
    .array(
      z.object({
        currency: CurrencyField,
        runAt: Timestamp.describe('Time of the last of these runs.'),
        runs: z.number(),
        targetRatePpb: z.number(),
        effectiveRatePpb: z.number().describe('Lowest rate that one of these runs paid.'),
        reserve: MicroAmount.describe('Lowest reserve that one of these runs left.'),
      }),
    )
    .describe(
      'Promised and paid since the beginning, oldest first: every closed run, or the worst of several that follow each other.',
    ),
  transactions: z
    .array(TransactionRow.omit({ network: true, reason: true, waitingFor: true }))
    .describe('Newest deposits and withdrawals, addresses shortened.'),
  payoutsStopped: z.boolean(),
  now: Timestamp,
});
