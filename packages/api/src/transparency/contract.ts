import { NETWORKS } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, PageFields, PageMeta, Timestamp } from '../contract.ts';
import { CurrencyField } from '../forms.ts';
import { ReserveSourcesView, RewardRunView, TermsView } from '../reserve/contract.ts';
import { TransactionRow } from '../transactions/contract.ts';

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
    .array(TransactionRow.omit({ network: true, reason: true, reasonCode: true, waitingFor: true }))
    .describe('Newest deposits and withdrawals, addresses shortened.'),
  payoutsStoppedOn: z.array(z.enum(NETWORKS)),
  now: Timestamp,
});

export const GetPoolFiguresOutput = z.object({
  network: z.enum(['local', 'testnet']),
  terms: TermsView,
  currencies: z.array(
    z
      .object({
        currency: CurrencyField,
        custody: MicroAmount.describe('On chain at the pool’s addresses, as the books count it.'),
        missing: MicroAmount.describe('Part of custody that the last look at the chain did not find.'),
        inFlight: MicroAmount.describe('Signed to leave, not final yet.'),
        userReceivable: MicroAmount.describe('Owed by users after the network reversed deposits.'),
        uncoveredReceivable: MicroAmount.describe(
          'Part of userReceivable that is more than those users have in the pool: a loss of the operator.',
        ),
        owedToUsers: MicroAmount.describe(
          'Liabilities to users: wallets, principal, withdrawable, referral, on hold.',
        ),
        rewardReserve: MicroAmount.describe('Sum of `reserves`.'),
        rewardsPayable: MicroAmount.describe('Taken from a reserve by an open reward run, not paid yet.'),
        ownFunds: MicroAmount.describe('The operator’s: ownFundsAvailable + withdrawingByOperator.'),
        ownFundsAvailable: MicroAmount.describe('contributed + networkFeesPaid.'),
        withdrawingByOperator: MicroAmount,
        contributed: MicroAmount,
        networkFeesPaid: MicroAmount.describe('Below zero.'),
        invested: MicroAmount.describe('Principal of active investments; part of owedToUsers.'),
        reserves: z.array(
          z.object({
            termsVersion: z.number(),
            targetRatePpm: z.number(),
            reserve: MicroAmount,
            principal: MicroAmount,
            runwayTenthDays: z.number().nullable(),
            lastRun: z
              .object({ runAt: Timestamp, effectiveRatePpb: z.number() })
              .nullable()
              .describe('Newest closed reward run: the rate that it paid, beside the target.'),
          }),
        ),
        quarantined: z
          .array(z.object({ reason: z.enum(['too-large', 'unmovable']), amount: z.string() }))
          .describe('Kept out of the books: more than an account holds, or at an address that no key moves.'),
        runwayTenthDays: z
          .number()
          .nullable()
          .describe('Shortest runway of a reserve, in tenths of a day; null while nothing is invested.'),
      })
      .describe(
        'custody + inFlight + userReceivable = owedToUsers + rewardReserve + rewardsPayable + ownFunds, at every moment.',
      ),
  ),
  sourceUrl: z.string().nullable().describe('Where the source code of this pool is published.'),
  payoutsStopped: z
    .boolean()
    .describe('True while the operator, or a check of the pool, has stopped payouts. Withdrawals wait.'),
  payoutsStoppedOn: z.array(z.enum(NETWORKS)).describe('The networks on which payouts are stopped.'),
  isMailDelayed: z
    .boolean()
    .describe('True while the mail server takes no mail: codes, links and notices arrive late.'),
  /** State of each chain's node. */
  chains: z.array(
    z.object({
      network: z.enum(['BSC', 'TRON']),
      state: z.enum(['ok', 'slow', 'down']),
      since: Timestamp.nullable().describe('Since when it is not ok; null while it is.'),
      finalityStalledSince: Timestamp.nullable().describe(
        'Since when the chain calls no new block final; null while it does.',
      ),
      nodesDifferSince: Timestamp.nullable().describe(
        'Since when its nodes answer differently, so that nothing is decided; null while they agree.',
      ),
      oneNodeUntil: Timestamp.nullable().describe(
        'Until when the operator lets it go on with the nodes that answer, while others are away; null without that.',
      ),
    }),
  ),
  now: Timestamp.describe("The server's time, for countdowns."),
});

export const ListPayoutsInput = z.strictObject(PageFields).prefault({});
export const ListPayoutsOutput = z.object({ data: z.array(RewardRunView), meta: PageMeta });

export const ListPositionsInput = z.strictObject(PageFields).prefault({});
export const ListPositionsOutput = z.object({
  data: z.array(
    z.object({
      number: z.number().describe('Snapshot whose manifest has these figures.'),
      cutOffAt: Timestamp,
      currencies: z.array(
        z.object({
          currency: CurrencyField,
          held: MicroAmount.describe('Custody and in flight.'),
          owedToUsers: MicroAmount,
          rewardReserve: MicroAmount,
        }),
      ),
    }),
  ),
  meta: PageMeta,
});

export const ListReserveSourcesOutput = z.object({ data: z.array(ReserveSourcesView) });
