import { type Currency, createId, type InvestmentId, PoolError, type UserId } from '@glasspool/core';
import { type InvestmentSource, transfers } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import { assertNotKeptBack, type Spendable } from '../balances/index.ts';
import type { PoolDeps } from '../deps.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { readLastRunAt } from './last-run.ts';
import { changePrincipal } from './principal.ts';
import { planInvestment } from './rules.ts';
import { getCurrentTerms } from './terms.ts';

export interface Investment {
  readonly id: InvestmentId;
  readonly currency: Currency;
  /** Version of the terms that it was made under, and keeps. */
  readonly termsVersion: number;
  readonly principalMicro: bigint;
  readonly rewardedMicro: bigint;
  readonly rewardedDays: number;
  readonly nextRewardAt: number | null;
  readonly unlocksAt: number;
  readonly createdAt: number;
  readonly state: 'active' | 'matured';
  /** Set while its days pass without a reward. */
  readonly pausedAt: number | null;
  readonly resumedAt: number | null;
}

/**
 * Opens an investment with money of one of the user's balances, which the caller has locked. All that is available when no amount is
 * given. It is dated after the newest reward run, and made under the terms of that time: a run would find one of before, which a machine
 * behind by a day makes, due without having added it up.
 *
 * @throws PoolError TERMS_CHANGED, RECEIVABLE_OUTSTANDING, NOTHING_TO_INVEST, INVESTMENT_EXCEEDS_BALANCE, INVESTMENT_BELOW_MINIMUM
 */
export async function openInvestment(
  tx: Transaction,
  deps: Pick<PoolDeps, 'clock' | 'random' | 'events'>,
  request: {
    userId: UserId;
    currency: Currency;
    source: InvestmentSource;
    spendable: Spendable;
    amountMicro?: bigint | undefined;
    /** Version that the user was shown; newer terms are in force when it is not the current one. */
    termsVersion?: number | undefined;
  },
): Promise<Investment> {
  const { userId, currency, source, spendable, termsVersion } = request;
  const now = Math.max(deps.clock.now(), await readLastRunAt(tx, currency));
  const terms = await getCurrentTerms(tx, now);
  if (termsVersion !== undefined && termsVersion !== terms.version) throw new PoolError('TERMS_CHANGED');
  const { availableMicro, balanceMicro } = spendable;
  const amountMicro = request.amountMicro ?? (availableMicro || balanceMicro);
  if (balanceMicro > 0n) assertNotKeptBack(spendable, { currency, amountMicro });
  const plan = planInvestment({ currency, availableMicro, amountMicro, terms, now });
  const investment: Investment = {
    id: createId('investment', deps),
    currency,
    ...plan,
    state: 'active',
    rewardedDays: 0,
    rewardedMicro: 0n,
    pausedAt: null,
    resumedAt: null,
    createdAt: now,
  };
  await tx
    .insertInto('investment')
    .values({ ...investment, userId })
    .execute();
  await changePrincipal(tx, { termsVersion: terms.version, currency, amountMicro, investments: 1 });
  await postNew(tx, transfers.invest({ id: investment.id, userId, currency, amountMicro, source }), now);
  await recordDailyTotal(tx, { kind: 'investment', currency, amountMicro, at: now });
  tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'investment.changed', 'transaction.changed'));
  return investment;
}
