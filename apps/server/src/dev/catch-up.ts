import {
  countUnlockedSince,
  listRewardRunsSince,
  matureInvestments,
  type PoolDeps,
  type PublicRewardRun,
  runRewards,
} from '@glasspool/pool';

/**
 * Makes every reward run and maturity that is due after a step of the clock from `fromMs` to `toMs`, and tells what the
 * step brought. That is read from the books, because the workers may have done some of it first.
 */
export async function catchUp(
  deps: PoolDeps,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<{ runs: PublicRewardRun[]; matured: number }> {
  await runRewards(deps);
  while ((await matureInvestments(deps)) > 0);
  return { runs: await listRewardRunsSince(deps, toMs), matured: await countUnlockedSince(deps, fromMs) };
}
