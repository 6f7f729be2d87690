import { getAnnouncement } from '@glasspool/pool/announcements';
import { findHalt } from '@glasspool/pool/outgoing';
import { getPoolFigures } from '@glasspool/pool/reserve';
import { listRewardRuns } from '@glasspool/pool/rewards';
import { listRateHistory } from '@glasspool/records/rate-history';
import { listPublicTransactions } from '@glasspool/records/transactions';
import { listSnapshots } from '@glasspool/solvency';
import { NoInput } from '../common.contract.ts';
import { presentFeedEntry } from '../transactions/present-feed.ts';
import { publicProcedure } from '../trpc.ts';
import { GetOverviewOutput } from './get-overview.contract.ts';

const RUNS = 90;
const RATE_POINTS = 60;
const TRANSACTIONS = 8;

type Figures = Awaited<ReturnType<typeof getPoolFigures>>['currencies'][number];

/** Everything that the start page shows, in one answer. Anyone. */
export const getOverview = publicProcedure
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
    const { terms, currencies } = await getPoolFigures(deps);
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
      payoutsStopped: (await findHalt(deps)) !== undefined,
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
