import type { PoolDeps } from '@glasspool/pool/deps';
import { countUnlocking, matureInvestments } from '@glasspool/pool/investments';
import { listRewardRunsSince, type PublicRewardRun, runRewards } from '@glasspool/pool/rewards';

/**
 * Moves the clock to a time, makes every reward run and maturity that is due then, and returns what the step brought.
 * Runs and maturities are read from the books, because the workers may be first.
 */
export async function catchUp(
  deps: PoolDeps,
  { toMs, moveClock }: { readonly toMs: number; readonly moveClock: () => Promise<void> },
): Promise<{ runs: PublicRewardRun[]; matured: number }> {
  const unlocking = await countUnlocking(deps, toMs);
  await moveClock();
  await runRewards(deps);
  while ((await matureInvestments(deps)) > 0);
  return {
    runs: await listRewardRunsSince(deps, toMs),
    matured: unlocking - (await countUnlocking(deps, toMs)),
  };
}
