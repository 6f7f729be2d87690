import { type Currency, createId, type InvestmentId, type UserId } from '@glasspool/core';
import { lockBalances, postTransfer } from '@glasspool/ledger';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { planInvestment } from './rules.ts';
import { getCurrentTerms } from './terms.ts';

export interface Investment {
  readonly id: InvestmentId;
  readonly currency: Currency;
  readonly principalMicro: bigint;
  readonly rewardedMicro: bigint;
  readonly rewardedDays: number;
  readonly nextRewardAt: number | null;
  readonly unlocksAt: number;
  readonly createdAt: number;
  readonly state: 'active' | 'matured';
}

/**
 * Moves the whole wallet balance of a currency into one new investment under the current terms (decisions.md 3).
 *
 * @throws PoolError NOTHING_TO_INVEST, INVESTMENT_BELOW_MINIMUM
 */
export async function invest(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>,
  request: { userId: UserId; currency: Currency },
): Promise<Investment> {
  const { userId, currency } = request;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const wallet = userAccount(userId, 'wallet', currency);
    const invested = userAccount(userId, 'invested', currency);
    const [walletMicro = 0n] = await lockBalances(tx, [wallet, invested]);
    const terms = await getCurrentTerms(tx);

    const plan = planInvestment({ currency, walletMicro, terms, now });

    const investment = {
      id: createId('investment', deps),
      currency,
      ...plan,
      state: 'active',
      rewardedDays: 0,
      rewardedMicro: 0n,
      createdAt: now,
    } as const;
    await tx
      .insertInto('investment')
      .values({ ...investment, userId })
      .execute();
    await postTransfer(tx, {
      reference: `investment/${investment.id}`,
      kind: 'investment',
      createdAt: now,
      moves: [{ from: wallet, to: invested, amountMicro: plan.principalMicro }],
    });
    tx.onCommit(() =>
      deps.events.emit(userId, 'wallet.changed', 'investment.changed', 'transaction.changed'),
    );
    return investment;
  });
}
