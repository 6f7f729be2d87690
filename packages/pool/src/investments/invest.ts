import { type Currency, type InvestmentId, PoolError, type UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { lockBalances } from '@glasspool/ledger';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { findEarlierResult, keyOf, rememberKey } from '../idempotency/index.ts';
import { type Investment, openInvestment } from './open-investment.ts';
import { getCurrentTerms } from './terms.ts';

/**
 * Moves the whole wallet balance of a currency into one new investment under the current terms (decisions.md 3).
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED, TERMS_CHANGED, NOTHING_TO_INVEST, INVESTMENT_BELOW_MINIMUM
 */
export async function invest(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>,
  request: {
    userId: UserId;
    currency: Currency;
    /** The version that the user was shown; others have begun since when it is not the current one. */
    termsVersion?: number;
    /** Made by the client: the same key with the same request is one investment. */
    idempotencyKey?: string;
  },
): Promise<Investment> {
  const { userId, currency, termsVersion, idempotencyKey } = request;
  const key = keyOf({ userId, operation: 'investment', requestKey: idempotencyKey }, [
    currency,
    termsVersion ?? 0,
  ]);
  return deps.db.transaction(async (tx) => {
    const wallet = userAccount(userId, 'wallet', currency);
    const [walletMicro = 0n] = await lockBalances(tx, [wallet, userAccount(userId, 'invested', currency)]);
    const earlier = await findEarlierResult(tx, key);
    if (earlier !== undefined) return findInvestment(tx, earlier);
    const terms = await getCurrentTerms(tx, deps.clock.now());
    if (termsVersion !== undefined && termsVersion !== terms.version) throw new PoolError('TERMS_CHANGED');
    const investment = await openInvestment(tx, deps, {
      userId,
      currency,
      from: wallet,
      amountMicro: walletMicro,
      terms,
    });
    await rememberKey(tx, key, { resultId: investment.id, now: investment.createdAt });
    return investment;
  });
}

async function findInvestment(tx: Transaction, id: string): Promise<Investment> {
  return (
    tx
      .selectFrom('investment')
      .selectAll()
      // Only investments are remembered under these keys.
      .where('id', '=', id as InvestmentId)
      .executeTakeFirstOrThrow()
  );
}
