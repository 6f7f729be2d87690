import { PoolError, type UserId, type WithdrawalId } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { assertSecondPerson, hasOtherAdmin } from '@glasspool/identity/accounts';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { changeOutgoing, lockOutgoing } from '../outgoing/index.ts';
import { lockAvailableOwnFunds } from '../reserve/index.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { lockWithdrawal, toFacts, type Withdrawal } from './transition.ts';
import { fail } from './withdrawal-handler.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'events' | 'twoFactorKey' | 'passwords' | 'otpKey' | 'settings'
>;

export interface GiveBackRequest {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly withdrawalId: WithdrawalId;
  readonly totp?: string | undefined;
}

/**
 * Gives the money of a lost withdrawal back: its chain replaced the final block that had paid it, and can no longer pay it. The amount comes
 * out of custody, where the coins are again, and the fee out of own funds, as far as these are available (docs/books.md). Never the admin's own,
 * nor own funds that one asked for who is no second person.
 *
 * @throws PoolError NOT_FOUND, FORBIDDEN, NOT_SECOND_PERSON, WITHDRAWAL_NOT_LOST, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT,
 *   TWO_FACTOR_INVALID
 */
export async function giveBackWithdrawal(deps: Deps, request: GiveBackRequest): Promise<void> {
  const { adminId, totp } = request;
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction((tx) => giveBack(tx, deps, request, assertTwoFactor)),
  );
}

async function giveBack(
  tx: Transaction,
  deps: Deps,
  { adminId, origin, withdrawalId }: GiveBackRequest,
  assertTwoFactor: AssertTwoFactor,
): Promise<void> {
  const row = await lockOutgoing(tx, withdrawalId);
  if (row === undefined) throw new PoolError('NOT_FOUND');
  const withdrawal = await lockWithdrawal(tx, withdrawalId);
  const { userId, source, state, currency, amountMicro, feeMicro, updatedAt: confirmedAt } = withdrawal;
  if (row.state !== 'lost' || state !== 'confirmed') throw new PoolError('WITHDRAWAL_NOT_LOST');
  // Own funds go back to own funds: where no one else is there to agree, the one who asked for them may.
  if (source === 'user' ? userId === adminId : await hasOtherAdmin(tx, deps, adminId))
    await assertSecondPerson(tx, { askedBy: userId, agreedBy: adminId });
  await assertTwoFactor(tx);
  const feeBackMicro = await findFeeBack(tx, withdrawal);
  const reason = feeBackMicro === feeMicro ? 'block-replaced' : 'block-replaced-fee-short';
  await changeOutgoing(tx, row, { state: 'returned' });
  await postNew(tx, transfers.reverseWithdrawal(toFacts(withdrawal), feeBackMicro), deps.clock.now());
  if (source === 'user')
    await recordDailyTotal(tx, { kind: 'withdrawal', currency, amountMicro: -amountMicro, at: confirmedAt });
  await fail(tx, deps, withdrawal, { evidence: { by: adminId, decision: 'give-back' }, reason });
  await recordAdminAction(tx, deps, {
    adminId,
    origin,
    action: 'withdrawal.give-back',
    subject: withdrawalId,
    before: { state },
    after: { state: 'failed', reason },
  });
}

/** Part of the fee that the operator has, without touching what is owed to users. */
async function findFeeBack(tx: Transaction, { currency, feeMicro }: Withdrawal): Promise<bigint> {
  if (feeMicro === 0n) return 0n;
  const hasMicro = await lockAvailableOwnFunds(tx, { currency });
  if (hasMicro <= 0n) return 0n;
  return hasMicro < feeMicro ? hasMicro : feeMicro;
}
