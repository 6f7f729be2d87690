import { type Currency, createId, formatAmount, PoolError, type UserId } from '@glasspool/core';
import { rewardReserve, transfers } from '@glasspool/core/books';
import type { Queryable, Transaction } from '@glasspool/db';
import { findEarlierResult, type KeyedRequest, rememberKey, toKey } from '@glasspool/db';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { getBalance, lockOwnFunds, postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { getCurrentTerms, hasRunningInvestments, readLastRunAt } from '../investments/index.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { lockAvailableOwnFunds } from './available-own-funds.ts';

/**
 * Moves a part of the operator's own funds into the reward reserve of one version of the terms, where it stays (docs/books.md): the
 * version in force when none is named. The same request under the same key does it once.
 *
 * @throws PoolError OWN_FUNDS_EXCEEDED, TERMS_VERSION_CLOSED, IDEMPOTENCY_KEY_REUSED
 */
export async function fundReserve(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random'>,
  request: {
    currency: Currency;
    amountMicro: bigint;
    termsVersion?: number | undefined;
    admin?: { adminId: UserId; origin: CallOrigin };
    idempotencyKey?: string;
  },
  assertTwoFactor: AssertTwoFactor = async () => undefined,
): Promise<void> {
  const { currency, amountMicro, admin } = request;
  const id = createId('funding', deps);
  const now = deps.clock.now();
  const key = getKey(request);
  await deps.db.transaction(async (tx) => {
    // Own funds are what it moves: of two at once, the second finds what the first did.
    await lockOwnFunds(tx, currency);
    if (key !== undefined && (await findEarlierResult(tx, key)) !== undefined) return;
    const termsVersion = await chooseVersion(tx, { currency, asked: request.termsVersion, now });
    await assertOwnFunds(tx, { currency, amountMicro });
    await assertTwoFactor(tx);
    const beforeMicro = await getBalance(tx, rewardReserve(termsVersion, currency));
    // Verifiers ask whether a run that paid nothing had a reserve of that size at its time.
    const at = Math.max(now, await readLastRunAt(tx, currency));
    await postNew(tx, transfers.fundReserve({ id, termsVersion, currency, amountMicro }), at);
    await recordDailyTotal(tx, { kind: 'funding', currency, amountMicro, at });
    if (admin !== undefined) {
      await recordAdminAction(tx, deps, {
        ...admin,
        action: 'reserve.fund',
        subject: id,
        before: { currency, termsVersion, reserve: formatAmount(beforeMicro) },
        after: { currency, termsVersion, reserve: formatAmount(beforeMicro + amountMicro) },
      });
    }
    if (key !== undefined) await rememberKey(tx, key, { resultId: id, now });
  });
}

function getKey({
  currency,
  amountMicro,
  termsVersion,
  admin,
  idempotencyKey,
}: Parameters<typeof fundReserve>[1]): KeyedRequest | undefined {
  if (admin === undefined) return undefined;
  const content = [currency, String(amountMicro), termsVersion ?? 'in force'];
  return toKey({ userId: admin.adminId, operation: 'fund-reserve', idempotencyKey }, content);
}

/**
 * Funds a reserve for an admin, who confirms it with a two-factor code where there is one.
 *
 * @throws PoolError OWN_FUNDS_EXCEEDED, TERMS_VERSION_CLOSED, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT,
 *   TWO_FACTOR_INVALID, IDEMPOTENCY_KEY_REUSED
 */
export async function fundReserveAsAdmin(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'twoFactorKey' | 'passwords' | 'otpKey'>,
  request: {
    currency: Currency;
    amountMicro: bigint;
    termsVersion?: number | undefined;
    admin: { adminId: UserId; origin: CallOrigin };
    totp?: string | undefined;
    idempotencyKey?: string;
  },
): Promise<void> {
  const { adminId: userId } = request.admin;
  await withTwoFactor(deps, { userId, code: request.totp }, (assertTwoFactor) =>
    fundReserve(deps, request, assertTwoFactor),
  );
}

/** A version takes money while it is in force or rewards a running investment: nothing else would ever be paid out of it. */
async function chooseVersion(
  db: Queryable,
  { currency, asked, now }: { currency: Currency; asked: number | undefined; now: number },
): Promise<number> {
  const { version } = await getCurrentTerms(db, now);
  if (asked === undefined || asked === version) return version;
  if (!(await hasRunningInvestments(db, { termsVersion: asked, currency })))
    throw new PoolError('TERMS_VERSION_CLOSED', { version: asked });
  return asked;
}

/**
 * Locks the operator's own funds and refuses to spend more of them than are available.
 *
 * @throws PoolError OWN_FUNDS_EXCEEDED
 */
export async function assertOwnFunds(
  tx: Transaction,
  spending: { currency: Currency; amountMicro: bigint; settledMicro?: bigint },
): Promise<void> {
  const { currency, amountMicro } = spending;
  const availableMicro = await lockAvailableOwnFunds(tx, spending);
  if (amountMicro <= availableMicro) return;
  throw new PoolError('OWN_FUNDS_EXCEEDED', {
    currency,
    available: formatAmount(availableMicro > 0n ? availableMicro : 0n),
  });
}
