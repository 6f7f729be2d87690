import { type Currency, createId, formatAmount, PoolError, type UserId } from '@glasspool/core';
import { transfers, userAccount } from '@glasspool/core/books';
import { findEarlierResult, rememberKey, toKey } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { assertNotKeptBack, lockSpendable } from './lock-spendable.ts';

/**
 * Makes an uninvested deposit withdrawable, in whole or in part, without a term. Returns the amount moved, in micro-units.
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED, NOTHING_TO_RELEASE, RECEIVABLE_OUTSTANDING, WALLET_EXCEEDED
 */
export async function releaseWallet(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>,
  request: {
    userId: UserId;
    currency: Currency;
    /** The whole wallet when left out. */
    amountMicro?: bigint | undefined;
    idempotencyKey?: string | undefined;
  },
): Promise<bigint> {
  const { userId, currency, idempotencyKey } = request;
  const now = deps.clock.now();
  const key = toKey({ userId, operation: 'release-wallet', idempotencyKey }, [
    currency,
    String(request.amountMicro ?? 'all'),
  ]);
  return deps.db.transaction(async (tx) => {
    const withdrawable = userAccount(userId, 'withdrawable', currency);
    const wallet = await lockSpendable(tx, { userId, currency, name: 'wallet', also: [withdrawable] });
    const earlier = await findEarlierResult(tx, key);
    if (earlier !== undefined) return readReleased(tx, earlier);
    if (wallet.balanceMicro <= 0n) throw new PoolError('NOTHING_TO_RELEASE', { currency });
    const amountMicro = request.amountMicro ?? (wallet.availableMicro || wallet.balanceMicro);
    assertNotKeptBack(wallet, { currency, amountMicro });
    if (amountMicro > wallet.availableMicro)
      throw new PoolError('WALLET_EXCEEDED', { currency, available: formatAmount(wallet.availableMicro) });
    const id = createId('walletRelease', deps);
    await postNew(tx, transfers.releaseWallet({ id, userId, currency, amountMicro }), now);
    await tx
      .insertInto('walletRelease')
      .values({ id, userId, currency, amountMicro, createdAt: now })
      .execute();
    await rememberKey(tx, key, { resultId: id, now });
    tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
    return amountMicro;
  });
}

async function readReleased(tx: Parameters<typeof findEarlierResult>[0], id: string): Promise<bigint> {
  const { amountMicro } = await tx
    .selectFrom('walletRelease')
    .select('amountMicro')
    // Only releases are remembered under these keys.
    .where('id', '=', id as `wrl_${string}`)
    .executeTakeFirstOrThrow();
  return amountMicro;
}
