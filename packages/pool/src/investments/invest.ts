import { type Currency, PoolError, type UserId } from '@glasspool/core';
import { lockBalances } from '@glasspool/ledger';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { type Investment, openInvestment } from './open-investment.ts';
import { getCurrentTerms } from './terms.ts';

/**
 * Moves the whole wallet balance of a currency into one new investment under the current terms (decisions.md 3).
 *
 * @throws PoolError TERMS_CHANGED, NOTHING_TO_INVEST, INVESTMENT_BELOW_MINIMUM
 */
export async function invest(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>,
  request: {
    userId: UserId;
    currency: Currency;
    /** The version that the user was shown; others have begun since when it is not the current one. */
    termsVersion?: number;
  },
): Promise<Investment> {
  const { userId, currency, termsVersion } = request;
  return deps.db.transaction(async (tx) => {
    const wallet = userAccount(userId, 'wallet', currency);
    const [walletMicro = 0n] = await lockBalances(tx, [wallet, userAccount(userId, 'invested', currency)]);
    const terms = await getCurrentTerms(tx, deps.clock.now());
    if (termsVersion !== undefined && termsVersion !== terms.version) throw new PoolError('TERMS_CHANGED');
    return openInvestment(tx, deps, { userId, currency, from: wallet, amountMicro: walletMicro, terms });
  });
}
