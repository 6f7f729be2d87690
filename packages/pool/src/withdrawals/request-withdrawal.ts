import { type Currency, PoolError, parsePayeeAddress, type UserId } from '@glasspool/core';
import { transfers, userAccount } from '@glasspool/core/books';
import { rememberKey, toKey } from '@glasspool/db';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { postNew } from '@glasspool/ledger';
import { assertMayPay } from '../allowlist/index.ts';
import { assertNotKeptBack, lockSpendable } from '../balances/index.ts';
import { readLimits, readToday } from './limits.ts';
import { isNewPayee, notifyNewPayee } from './new-payee.ts';
import {
  assertNotOurs,
  assertNotRepeated,
  findEarlier,
  newWithdrawal,
  type WithdrawalDeps,
} from './request-rows.ts';
import { assertWithinDailyCap, planWithdrawal } from './rules.ts';
import { openWithdrawal, toFacts, type Withdrawal } from './transition.ts';

export interface WithdrawalRequest {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly address: string;
  readonly amountMicro: bigint;
  /** Fee that the user was shown: the request is refused when another one is in force by now. */
  readonly shownFeeMicro?: bigint | undefined;
  /** Made by the client, one per dialog: the same key with the same request is the same withdrawal. */
  readonly idempotencyKey?: string;
  /** True when an API key makes the request, which then pays to the withdrawal allowlist only. */
  readonly isProgram?: boolean;
  /** A two-factor code, or a recovery code. */
  readonly totp?: string | undefined;
}

/**
 * Puts amount and fee of a withdrawal on hold until it is final, rejected, cancelled or failed. Accounts with two-factor
 * authentication must supply a code for the first payment to an address (ASVS 7.5.3).
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK, ADDRESS_CHECKSUM, ADDRESS_INVALID, IDEMPOTENCY_KEY_REUSED, ADDRESS_FORBIDDEN,
 *   PAYEE_NOT_LISTED, PAYEE_WAITS, TERMS_CHANGED, RECEIVABLE_OUTSTANDING, WITHDRAWAL_BELOW_MINIMUM, INSUFFICIENT_BALANCE, POOL_DAILY_CAP, WITHDRAWAL_REPEATED,
 *   TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function requestWithdrawal(
  deps: WithdrawalDeps,
  request: WithdrawalRequest,
): Promise<Withdrawal> {
  const address = parsePayeeAddress(request.address, request.currency);
  return withTwoFactor(deps, { userId: request.userId, code: request.totp }, (assertTwoFactor) =>
    holdWithdrawal(deps, { ...request, address }, assertTwoFactor),
  );
}

async function holdWithdrawal(
  deps: WithdrawalDeps,
  request: WithdrawalRequest,
  assertTwoFactor: AssertTwoFactor,
): Promise<Withdrawal> {
  const { userId, currency, address, amountMicro, shownFeeMicro, idempotencyKey } = request;
  const isProgram = request.isProgram ?? false;
  const now = deps.clock.now();
  const key = toKey({ userId, operation: 'withdrawal', idempotencyKey }, [
    currency,
    address,
    String(amountMicro),
  ]);
  return deps.db.transaction(async (tx) => {
    const spendable = await lockSpendable(tx, {
      userId,
      currency,
      name: 'withdrawable',
      also: [userAccount(userId, 'onHold', currency)],
    });
    const earlier = await findEarlier(tx, key);
    if (earlier !== undefined) return earlier;
    await assertNotOurs(tx, deps, { address, currency });
    await assertMayPay(tx, { userId, currency, address, isProgram, now });
    const today = await readToday(tx, { userId, currency, now });
    const limits = await readLimits(tx, deps, { userId, currency, address, now });
    if (shownFeeMicro !== undefined && shownFeeMicro !== limits.feeMicro)
      throw new PoolError('TERMS_CHANGED');
    assertNotKeptBack(spendable, { currency, amountMicro: amountMicro + limits.feeMicro });

    const { availableMicro } = spendable;
    const plan = planWithdrawal({ currency, amountMicro, availableMicro, ...today }, limits);
    if (idempotencyKey === undefined)
      await assertNotRepeated(tx, { userId, currency, address, amountMicro, now });

    const isNew = await isNewPayee(tx, { userId, currency, address });
    // An API key pays to the allowlist only, which needed the password a day ago.
    if (isNew && !isProgram) await assertTwoFactor(tx);

    const withdrawal = newWithdrawal(deps, { ...request, feeMicro: plan.feeMicro, now, source: 'user' });
    await postNew(tx, transfers.holdWithdrawal(toFacts(withdrawal)), now);
    await rememberKey(tx, key, { resultId: withdrawal.id, now });
    if (isNew) await notifyNewPayee(tx, deps, withdrawal);
    const evidence = { by: 'limits', userTodayMicro: String(today.userTodayMicro) };
    const poolTodayMicro = await openWithdrawal(tx, withdrawal, { next: { to: plan.next, evidence } });
    // Others may have come first since the sum was read; from here on its row is locked.
    if (poolTodayMicro !== undefined) assertWithinDailyCap({ currency, poolTodayMicro }, limits);
    tx.onCommit(() =>
      deps.events.emit(userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed'),
    );
    return { ...withdrawal, state: plan.next };
  });
}
