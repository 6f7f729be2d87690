import { setImmediate } from 'node:timers/promises';
import { type Currency, type RewardRunId, USER_CURRENCIES } from '@glasspool/core';
import { mustWaitForClock } from '../clock-guard/index.ts';
import type { PoolDeps, RewardRunDeps } from '../deps.ts';
import {
  collectPage,
  type DueRewards,
  findDueRewards,
  findOpenRun,
  openRun,
  type RunRow,
} from './collect.ts';
import { readRewardRun } from './list-reward-runs.ts';
import { fixShare, payPage } from './pay.ts';
import type { PublicRewardRun, RunPages } from './reward-run.ts';

/** Smaller pages cost more commits, larger ones longer pauses (`npm run bench -- rewards`). */
const PAGES: RunPages = { collected: 2_000, paid: 1_000 };

type Deps = RewardRunDeps & Pick<PoolDeps, 'chains' | 'finishRewardRun'>;

/**
 * Pays every reward that is due, one day of each investment per run, until nothing is due (docs/books.md, Reward runs). A run is a
 * sequence of short transactions: after a stop anywhere, any process goes on with it. Waits while the clock and the chains disagree.
 * Returns the runs that it closed.
 */
export async function runRewards(deps: Deps, pages = PAGES): Promise<PublicRewardRun[]> {
  const closed: PublicRewardRun[] = [];
  for (const currency of USER_CURRENCIES) {
    for (
      let next = await findNext(deps, currency);
      next !== undefined;
      next = await findNext(deps, currency)
    ) {
      // Before a run is opened, and by its own time: a machine with the right time would go on with one of a time to come.
      if (await mustWaitForClock(deps, 'id' in next ? undefined : next.runAt)) return closed;
      const id = 'id' in next ? next.id : await openRun(deps, next);
      const run = id === undefined ? undefined : await deps.finishRewardRun(deps, id, pages);
      if (run !== undefined) closed.push(run);
    }
  }
  return closed;
}

/** The open run of a currency, or what is due and has no run; undefined when nothing is. */
async function findNext(deps: RewardRunDeps, currency: Currency): Promise<RunRow | DueRewards | undefined> {
  return (await findOpenRun(deps.db.read, currency)) ?? findDueRewards(deps, currency);
}

/** Goes on with a run until it is closed; undefined when another process closed it. */
export async function finishRewardRun(
  deps: RewardRunDeps,
  id: RewardRunId,
  pages: RunPages,
): Promise<PublicRewardRun | undefined> {
  for (;;) {
    const run = await readRewardRun(deps.db.read, id);
    if (run.state === 'closed') return undefined;
    if (run.state === 'collecting') await collectPage(deps, id, pages.collected);
    else if (run.state === 'fixing') await fixShare(deps, id);
    else if (await payPage(deps, id, pages.paid)) return readRewardRun(deps.db.read, id);
    // Other work gets the thread between two transactions; the database lets waiting requests write first.
    await setImmediate();
  }
}
