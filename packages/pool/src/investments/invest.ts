import type { Currency, InvestmentId, UserId } from '@glasspool/core';
import { type InvestmentSource, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { findEarlierResult, rememberKey, toKey } from '@glasspool/db';
import { lockSpendable } from '../balances/index.ts';
import type { PoolDeps } from '../deps.ts';
import { type Investment, openInvestment } from './open-investment.ts';

/**
 * Makes a new investment under the current terms out of the wallet, or out of unlocked principal and rewards (docs/books.md): the
 * amount asked for, or the whole balance.
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED, TERMS_CHANGED, RECEIVABLE_OUTSTANDING, NOTHING_TO_INVEST, INVESTMENT_EXCEEDS_BALANCE,
 *   INVESTMENT_BELOW_MINIMUM
 */
export async function invest(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>,
  request: {
    userId: UserId;
    currency: Currency;
    /** The wallet when left out. */
    source?: Exclude<InvestmentSource, 'referral'> | undefined;
    /** The whole balance when left out. */
    amountMicro?: bigint | undefined;
    /** Version that the user was shown; newer terms are in force when it is not the current one. */
    termsVersion?: number | undefined;
    /** Made by the client: the same key with the same request is one investment, also where newer terms were shown the second time. */
    idempotencyKey?: string | undefined;
  },
): Promise<Investment> {
  const { userId, currency, source = 'wallet', amountMicro, termsVersion, idempotencyKey } = request;
  const key = toKey({ userId, operation: 'investment', idempotencyKey }, [
    currency,
    source,
    String(amountMicro ?? 'all'),
  ]);
  return deps.db.transaction(async (tx) => {
    const invested = userAccount(userId, 'invested', currency);
    const spendable = await lockSpendable(tx, { userId, currency, name: source, also: [invested] });
    const earlier = await findEarlierResult(tx, key);
    if (earlier !== undefined) return findInvestment(tx, earlier);
    const investment = await openInvestment(tx, deps, {
      userId,
      currency,
      source,
      spendable,
      amountMicro,
      termsVersion,
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
