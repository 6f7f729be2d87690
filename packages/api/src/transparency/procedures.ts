import { USER_CURRENCIES } from '@glasspool/core';
import { getAnnouncement } from '@glasspool/pool/announcements';
import { listChainStates } from '@glasspool/pool/deposits';
import type { PoolDeps } from '@glasspool/pool/deps';
import { listHalted } from '@glasspool/pool/outgoing';
import { getPoolFigures as getFiguresOfPool } from '@glasspool/pool/reserve';
import { listRewardRuns } from '@glasspool/pool/rewards';
import { listRateHistory } from '@glasspool/records/rate-history';
import { listReserveSources as listReserveSourcesInPool } from '@glasspool/records/reserve-sources';
import { listPublicTransactions } from '@glasspool/records/transactions';
import { listPositions as listPositionsInPool, listSnapshots } from '@glasspool/solvency';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput } from '../contract.ts';
import { present } from '../present.ts';
import { presentSources, presentTerms } from '../reserve/procedures.ts';
import { snapshotRoutes } from '../snapshots/procedures.ts';
import { presentFeedEntry } from '../transactions/procedures.ts';
import { publicProcedure } from '../trpc.ts';
import {
  GetOverviewOutput,
  GetPoolFiguresOutput,
  ListPayoutsInput,
  ListPayoutsOutput,
  ListPositionsInput,
  ListPositionsOutput,
  ListReserveSourcesOutput,
} from './contract.ts';

const RUNS = 90;
const RATE_POINTS = 60;
const TRANSACTIONS = 8;

type Figures = Awaited<ReturnType<typeof getFiguresOfPool>>['currencies'][number];

/** Everything that the start page shows, in one answer. Anyone. */
const getOverview = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transparency/overview',
      summary: 'What the start page shows, in one answer',
    },
  })
  .input(NoInput)
  .output(GetOverviewOutput)
  .query(async ({ ctx: { deps, dev } }) => {
    const { terms, currencies } = await getFiguresOfPool(deps);
    const { snapshots, total } = await listSnapshots(deps, { page: 1, limit: 1 });
    const { runs } = await listRewardRuns(deps, { page: 1, limit: RUNS });
    const { entries } = await listPublicTransactions(deps, { page: 1, limit: TRANSACTIONS });
    const [newest] = snapshots;
    return {
      network: dev === undefined ? ('testnet' as const) : ('local' as const),
      announcement: await getAnnouncement(deps),
      sourceUrl: deps.settings.sourceUrl ?? null,
      currencies: currencies.map((figures) => ({
        currency: figures.currency,
        held: figures.custodyMicro + figures.inFlightMicro - figures.missingMicro,
        owedToUsers: figures.owedToUsersMicro,
        rewardReserve: figures.rewardReserveMicro,
        shortestReserve: findShortestReserve(figures),
      })),
      terms: { version: terms.version, targetRatePpm: terms.targetRatePpm, termDays: terms.termDays },
      snapshot:
        newest === undefined
          ? null
          : {
              number: newest.number,
              cutOffAt: newest.cutOffAt,
              isAnchored: newest.anchorTxHash !== null,
              verifiedBy: newest.verifiedBy,
            },
      snapshots: total,
      runs: runs
        .filter(({ state }) => state === 'closed')
        .map(({ runAt, currency, investments, paidMicro, targetRatePpb, effectiveRatePpb }) => ({
          runAt,
          currency,
          investments,
          paid: paidMicro,
          targetRatePpb,
          effectiveRatePpb,
        })),
      rateHistory: (await listRateHistory(deps, RATE_POINTS)).map(({ reserveMicro, ...point }) => ({
        ...point,
        reserve: reserveMicro,
      })),
      transactions: entries.map(presentFeedEntry),
      payoutsStoppedOn: await listHalted(deps),
      now: deps.clock.now(),
    };
  });

function findShortestReserve({ reserves }: Figures) {
  const [shortest] = reserves
    .flatMap(({ targetRatePpm, runwayTenthDays, lastRun }) =>
      runwayTenthDays === null ? [] : [{ targetRatePpm, runwayTenthDays, lastRun }],
    )
    .sort((a, b) => a.runwayTenthDays - b.runwayTenthDays);
  return shortest ?? null;
}

/** Returns true while the mail server is away or refuses this pool. */
function isMailDelayed({ dependencies }: Pick<PoolDeps, 'dependencies'>): boolean {
  const state = dependencies.getState('mail');
  return state === 'degraded' || state === 'refused';
}

/** Balance sheet of the pool at this moment, and its terms. Anyone. */
const getPoolFigures = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency', summary: 'Balance sheet of the pool' } })
  .input(NoInput)
  .output(GetPoolFiguresOutput)
  .query(async ({ ctx }) => {
    const { terms, currencies } = await getFiguresOfPool(ctx.deps);
    const stoppedOn = await listHalted(ctx.deps);
    return {
      network: ctx.dev === undefined ? ('testnet' as const) : ('local' as const),
      terms: presentTerms(terms),
      currencies: currencies.map(({ reserves, quarantined, ...figures }) => ({
        ...present(figures),
        reserves: reserves.map(present),
        quarantined: [...quarantined],
      })),
      sourceUrl: ctx.deps.settings.sourceUrl ?? null,
      payoutsStopped: stoppedOn.length > 0,
      payoutsStoppedOn: stoppedOn,
      isMailDelayed: isMailDelayed(ctx.deps),
      chains: await listChainStates(ctx.deps),
      now: ctx.deps.clock.now(),
    };
  });

/** Every reward run with its target and effective rate, newest first. Anyone. */
const listPayouts = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/transparency/payouts', summary: 'Every reward run' } })
  .input(ListPayoutsInput)
  .output(ListPayoutsOutput)
  .query(async ({ ctx, input }) => {
    const { runs, total } = await listRewardRuns(ctx.deps, input);
    return { data: runs.map(present), meta: { ...input, total } };
  });

/** Assets and liabilities at each snapshot, from its anchored manifest, newest first. Anyone. */
const listPositions = publicProcedure
  .meta({
    openapi: { method: 'GET', path: '/transparency/history', summary: 'Held and owed at each snapshot' },
  })
  .input(ListPositionsInput)
  .output(ListPositionsOutput)
  .query(async ({ ctx, input }) => {
    const { positions, total } = await listPositionsInPool(ctx.deps, input);
    const data = positions.map(({ number, cutOffAt, currencies }) => ({
      number,
      cutOffAt,
      currencies: currencies.map(({ currency, heldMicro, owedMicro, reserveMicro }) => ({
        currency,
        held: heldMicro,
        owedToUsers: owedMicro,
        rewardReserve: reserveMicro,
      })),
    }));
    return { data, meta: { ...input, total } };
  });

/** Sources of the reward reserve, with their transactions on chain. Anyone. */
const listReserveSources = publicProcedure
  .meta({
    openapi: { method: 'GET', path: '/transparency/reserve', summary: 'What funded the reward reserve' },
  })
  .input(NoInput)
  .output(ListReserveSourcesOutput)
  .query(async ({ ctx }) => {
    const sources = await Promise.all(
      USER_CURRENCIES.map((currency) => listReserveSourcesInPool(ctx.deps, currency)),
    );
    return { data: sources.map(presentSources) };
  });

export const transparencyRoutes = {
  getPoolFigures,
  getOverview,
  listPayouts,
  listPositions,
  listReserveSources,
  ...snapshotRoutes,
} satisfies TRPCRouterRecord;
