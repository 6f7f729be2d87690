import { type Currency, createId, type InvestmentId, type Terms, type UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { type AccountRef, postTransfer } from '@glasspool/ledger';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { planInvestment } from './rules.ts';

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
 * Opens an investment with money of one of the user's accounts, which the caller has locked.
 *
 * @throws PoolError NOTHING_TO_INVEST, INVESTMENT_BELOW_MINIMUM
 */
export async function openInvestment(
  tx: Transaction,
  deps: Pick<PoolDeps, 'clock' | 'random' | 'events'>,
  request: { userId: UserId; currency: Currency; from: AccountRef; amountMicro: bigint; terms: Terms },
): Promise<Investment> {
  const { userId, currency, from, amountMicro, terms } = request;
  const now = deps.clock.now();
  const plan = planInvestment({ currency, walletMicro: amountMicro, terms, now });
  const investment: Investment & { termsVersion: number } = {
    id: createId('investment', deps),
    currency,
    ...plan,
    state: 'active',
    rewardedDays: 0,
    rewardedMicro: 0n,
    createdAt: now,
  };
  await tx
    .insertInto('investment')
    .values({ ...investment, userId })
    .execute();
  await postTransfer(tx, {
    reference: `investment/${investment.id}`,
    kind: 'investment',
    createdAt: now,
    moves: [{ from, to: userAccount(userId, 'invested', currency), amountMicro }],
  });
  await recordDailyTotal(tx, { kind: 'investment', currency, amountMicro, at: now });
  tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'investment.changed', 'transaction.changed'));
  return investment;
}
