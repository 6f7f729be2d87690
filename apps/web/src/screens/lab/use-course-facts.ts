import { findOutcome, forecast } from '@glasspool/lab/forecast';
import { useSession } from '../../api/session.ts';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { sumHeld } from '../../components/money/figures.ts';
import { useMarks } from '../../components/proof/learner-memory.ts';
import type { StateName } from './courses.ts';
import type { Answers, CourseFacts } from './judge-step.ts';
import { CURRENCY, findOrigin, toScenario } from './scenario.ts';

/** Work in another tab is seen after so long. */
const ASK_EVERY_MS = 3_000;
const ROWS = 100;
/** A newer snapshot may be taken while a learner works with the one before. */
const SNAPSHOTS = 2;
const PPB_PER_PPM = 1_000;

interface KnownFacts {
  readonly facts: CourseFacts;
  /** Right answers by what the pool said last. */
  readonly findAnswers: () => Answers;
  /** Right answers by what the pool says now, or said last where it cannot be reached. */
  readonly askAnswers: () => Promise<Answers>;
}

/** Facts of the learner so far, and the right answers. Asked again all the time; undefined until the pool has answered. */
export function useCourseFacts(): KnownFacts | 'failed' | undefined {
  const session = useSession();
  const marks = useMarks();
  const again = { refetchInterval: ASK_EVERY_MS };
  const figures = trpc.transparency.getPoolFigures.useQuery(undefined, again);
  const snapshots = trpc.transparency.listSnapshots.useQuery({ limit: SNAPSHOTS }, again);
  const transactions = trpc.transactions.listUserTransactions.useQuery(
    { limit: ROWS },
    { ...again, enabled: session !== undefined },
  );
  if (figures.data === undefined || snapshots.data === undefined)
    return figures.isError || snapshots.isError ? 'failed' : undefined;
  const states = new Set<StateName>();
  if (session !== undefined) states.add('signed-in');
  const known = { figures: figures.data, snapshots: snapshots.data.data };
  if (known.snapshots.length > 0) states.add('snapshot-made');
  if (figures.data.currencies.some(({ rewardReserve }) => rewardReserve > 0n)) states.add('reserve-funded');
  if (hasReducedReward(figures.data)) states.add('reward-reduced');
  const done = (transactions.data?.data ?? []).filter(({ status }) => status === 'success');
  return {
    facts: { history: new Set(done.map(({ type }) => type)), states, marks },
    findAnswers: () => findAnswers(known),
    askAnswers: async () => {
      const [first, second] = await Promise.all([figures.refetch(), snapshots.refetch()]);
      return findAnswers({
        figures: first.data ?? known.figures,
        snapshots: second.data?.data ?? known.snapshots,
      });
    },
  };
}

/** True when the newest run of a reserve paid less than the target. */
function hasReducedReward({ currencies }: PoolFigures): boolean {
  return currencies.some(({ reserves }) =>
    reserves.some(
      ({ lastRun, targetRatePpm }) =>
        lastRun !== null && lastRun.effectiveRatePpb < targetRatePpm * PPB_PER_PPM,
    ),
  );
}

interface Said {
  readonly figures: PoolFigures;
  readonly snapshots: readonly { readonly manifestDigest: string }[];
}

function findAnswers({ figures, snapshots }: Said): Answers {
  const one = figures.currencies.find(({ currency }) => currency === CURRENCY);
  const scenario = toScenario(findOrigin('ponzi', figures, 0), { start: 'ponzi', span: 365, changed: {} });
  const { losers } = findOutcome(forecast(scenario, 'deposits'));
  return {
    owed: one?.owedToUsers,
    surplus: one && sumHeld(one) - one.owedToUsers,
    losers,
    digests: snapshots.map(({ manifestDigest }) => manifestDigest),
  };
}
