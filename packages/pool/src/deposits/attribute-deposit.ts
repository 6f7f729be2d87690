import { type DepositId, displayAmount, formatAmount, PoolError, type UserId } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { lockRows, type Transaction } from '@glasspool/db';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { enqueueAlert } from '@glasspool/identity/mail';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { enqueueEvent } from '@glasspool/identity/webhooks';
import { getUncoveredOf, lockReceivable, postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { pauseUncovered } from '../investments/index.ts';
import { assertOwnFunds } from '../reserve/index.ts';
import { recordDailyTotal } from '../totals/index.ts';
import type { Deposit } from './confirm-deposits.ts';

const PLACES = 3;

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'events' | 'twoFactorKey' | 'passwords' | 'otpKey'
>;

export interface Attribution {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly depositId: DepositId;
  readonly email: string;
  readonly reason: string;
  readonly totp?: string | undefined;
}

/**
 * Credits a transfer that reached the hot wallet to a user. The admin names the user; the amount comes from the chain. The operator's own
 * funds, which were credited when the transfer arrived, are debited.
 *
 * @throws PoolError NOT_FOUND; DEPOSIT_NOT_UNMATCHED when the transfer is not final, was reversed, or is credited to a user already;
 *   OWN_FUNDS_EXCEEDED when the operator has used it; TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function attributeDeposit(deps: Deps, request: Attribution): Promise<void> {
  const { adminId, totp } = request;
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    attribute(deps, request, assertTwoFactor),
  );
}

async function attribute(deps: Deps, request: Attribution, assertTwoFactor: AssertTwoFactor): Promise<void> {
  const { adminId, origin, depositId, email, reason } = request;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const deposit = await lockUnmatched(tx, depositId);
    const user = await tx
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .where('role', '=', 'user')
      .executeTakeFirst();
    if (user === undefined) throw new PoolError('NOT_FOUND');
    const { currency, amountMicro } = deposit;
    const uncoveredMicro = await getUncoveredOf(tx, { userId: user.id, currency });
    const settledMicro = amountMicro < uncoveredMicro ? amountMicro : uncoveredMicro;
    await assertOwnFunds(tx, { currency, amountMicro, settledMicro });
    await assertTwoFactor(tx);
    await tx
      .updateTable('deposit')
      .set({ userId: user.id, attributedAt: now })
      .where('id', '=', depositId)
      .execute();
    const userId = user.id;
    const receivableMicro = await lockReceivable(tx, { userId, currency });
    const credit = { depositId, userId, currency, amountMicro };
    await postNew(tx, transfers.attributeReceipt(credit, receivableMicro), now);
    if (receivableMicro > 0n) await pauseUncovered(tx, { userId, currency, now });
    await recordDailyTotal(tx, { kind: 'deposit', currency, amountMicro, at: now });
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: 'deposit.attribute',
      subject: depositId,
      before: { email: null },
      after: { email, amount: formatAmount(amountMicro), currency, reason },
    });
    await enqueueAlert(tx, deps, {
      userId: user.id,
      write: (texts) =>
        texts.depositAttributed({
          amount: displayAmount(amountMicro, PLACES),
          currency,
          txHash: deposit.txHash,
        }),
    });
    const { network, txHash } = deposit;
    const data = { id: depositId, currency, amount: formatAmount(amountMicro), network, txHash };
    await enqueueEvent(tx, deps, { userId: user.id, event: 'deposit.credited', data });
    tx.onCommit(() => deps.events.emit(user.id, 'wallet.changed', 'transaction.changed'));
    tx.onCommit(() => deps.events.emitToStaff('hotWallet.changed'));
  });
}

async function lockUnmatched(tx: Transaction, depositId: DepositId): Promise<Deposit> {
  const query = tx.selectFrom('deposit').selectAll().where('id', '=', depositId);
  const deposit = await lockRows(tx, query).executeTakeFirst();
  if (deposit === undefined) throw new PoolError('NOT_FOUND');
  const { userId, state, reversedAt, amountMicro } = deposit;
  const isUnmatched = userId === null && state === 'credited' && reversedAt === null && amountMicro > 0n;
  if (!isUnmatched) throw new PoolError('DEPOSIT_NOT_UNMATCHED');
  return deposit;
}
