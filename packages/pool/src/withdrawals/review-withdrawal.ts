import {
  type Currency,
  displayAmount,
  formatAmount,
  PoolError,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { isOpenWithdrawal, lockRows, type Transaction } from '@glasspool/db';
import { assertSecondPerson, hasOtherAdmin, isSecondPerson } from '@glasspool/identity/accounts';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { enqueueAlert } from '@glasspool/identity/mail';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { getUncoveredOf, postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { readRequestedMicro } from './daily-requests.ts';
import { enqueueOutcome } from './enqueue-outcome.ts';
import { CREDIT_WATCHED_MS } from './limits.ts';
import { toFacts, transition, type Withdrawal } from './transition.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'events' | 'twoFactorKey' | 'passwords' | 'otpKey' | 'settings'
>;

export interface WithdrawalReview {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly withdrawalId: WithdrawalId;
  readonly decision: 'approve' | 'reject';
  /** For the user, when it is rejected. */
  readonly reason: string;
  readonly totp?: string | undefined;
}

/**
 * Lets a withdrawal above the review limit, or one that may have been paid already, go on, or rejects any that is not signed, which
 * gives its money back. Never the admin's own, and neither own funds that one asked for who is no second person, nor a user's whom such a one credited with large receipts. To let money go asks for a two-factor code, to keep it does not.
 *
 * @throws PoolError NOT_FOUND, FORBIDDEN, NOT_SECOND_PERSON, WITHDRAWAL_NOT_REVIEWED, OWNER_OWES, APPROVAL_ABOVE_CAP, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED,
 *   TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function reviewWithdrawal(deps: Deps, review: WithdrawalReview): Promise<void> {
  const { adminId, decision, totp } = review;
  if (decision === 'reject') return decide(deps, review, async () => undefined);
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    decide(deps, review, assertTwoFactor),
  );
}

async function decide(deps: Deps, review: WithdrawalReview, assertTwoFactor: AssertTwoFactor): Promise<void> {
  const { adminId, origin, withdrawalId, decision, reason } = review;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const query = tx.selectFrom('withdrawal').selectAll().where('id', '=', withdrawalId);
    const withdrawal = await lockRows(tx, query).executeTakeFirst();
    if (withdrawal === undefined) throw new PoolError('NOT_FOUND');
    if (withdrawal.userId === adminId) throw new PoolError('FORBIDDEN');
    const { state, source } = withdrawal;
    const mayBePaid = withdrawal.waitingFor === 'check';
    // Anything unsigned can be stopped; only what waits for a review can be let go on.
    const isAllowed = state === 'reviewing' || (state === 'approved' && (mayBePaid || decision === 'reject'));
    if (!isAllowed) throw new PoolError('WITHDRAWAL_NOT_REVIEWED', { state });

    if (decision === 'approve') {
      if (source === 'operator')
        await assertSecondPerson(tx, { askedBy: withdrawal.userId, agreedBy: adminId });
      else await assertCreditedByOthers(tx, deps, { ...withdrawal, adminId });
      await assertOwnerOwesNothing(tx, withdrawal);
    }
    await assertTwoFactor(tx);
    const { id, userId, currency, amountMicro } = withdrawal;
    const evidence = { by: adminId, decision };
    if (decision === 'approve') {
      if (state === 'reviewing') {
        await transition(tx, withdrawal, { to: 'approved', now, evidence });
        await assertCapAllows(tx, deps, { withdrawal, now });
      }
      if (mayBePaid)
        await tx
          .updateTable('withdrawal')
          // Its age counts from this look.
          .set({ waitingFor: null, reason: null, approvedAt: now })
          .where('id', '=', id)
          .execute();
    } else {
      await transition(tx, withdrawal, { to: 'rejected', now, evidence, reason });
      await postNew(tx, transfers.releaseWithdrawal(toFacts(withdrawal)), now);
      await enqueueAlert(tx, deps, {
        userId,
        write: (texts) =>
          texts.withdrawalRejected({ amount: displayAmount(amountMicro, 3), currency, reason }),
      });
      await enqueueOutcome(tx, deps, withdrawal, 'withdrawal.rejected');
    }
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: decision === 'approve' ? 'withdrawal.approve' : 'withdrawal.reject',
      subject: id,
      before: { state: withdrawal.state },
      after: decision === 'approve' ? { state: 'approved' } : { state: 'rejected', reason },
    });
    tx.onCommit(() =>
      deps.events.emit(userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed'),
    );
  });
}

/**
 * Refuses that one person credits users with receipts of the hot wallet above what the operator may withdraw alone, and lets them go: together
 * that takes out own funds.
 */
async function assertCreditedByOthers(
  tx: Transaction,
  deps: Deps,
  { userId, currency, adminId }: { userId: UserId; currency: Currency; adminId: UserId },
): Promise<void> {
  const credits = await tx
    .selectFrom('auditLog')
    .innerJoin('deposit', 'deposit.id', 'auditLog.subject')
    .select(['adminId', 'deposit.userId', 'amountMicro'])
    .where('action', '=', 'deposit.attribute')
    .where('currency', '=', currency)
    .where('attributedAt', '>', deps.clock.now() - CREDIT_WATCHED_MS)
    .execute();
  if (!credits.some((credit) => credit.userId === userId) || !(await hasOtherAdmin(tx, deps, adminId)))
    return;
  let ownMicro = 0n;
  for (const { adminId: askedBy, amountMicro } of credits)
    if (!(await isSecondPerson(tx, { askedBy, agreedBy: adminId }))) ownMicro += amountMicro;
  if (ownMicro > deps.settings.operatorReviewMicro[currency]) throw new PoolError('NOT_SECOND_PERSON');
}

/** Refuses to pay an owner with an uncovered receivable: that would come out of the deposits of others. */
async function assertOwnerOwesNothing(tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const { userId, currency, source } = withdrawal;
  if (source === 'operator') return;
  const uncoveredMicro = await getUncoveredOf(tx, { userId, currency });
  if (uncoveredMicro > 0n)
    throw new PoolError('OWNER_OWES', { currency, uncovered: formatAmount(uncoveredMicro) });
}

/** Holds what is approved on this day, this withdrawal among it, against the daily cap. What the operator takes has a cap of its own. */
async function assertCapAllows(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  { withdrawal, now }: { withdrawal: Withdrawal; now: number },
): Promise<void> {
  const { source, currency } = withdrawal;
  if (source === 'operator') return;
  const todayMicro = await readRequestedMicro(tx, { source, currency, now });
  if (todayMicro > settings.withdrawalDailyCapMicro[currency])
    throw new PoolError('APPROVAL_ABOVE_CAP', { currency });
}

const REVIEWS_MAX = 100;

/** Withdrawals that wait for an admin, oldest first. */
export async function listWithdrawalsToReview({
  db,
}: Pick<PoolDeps, 'db'>): Promise<(Withdrawal & { email: string })[]> {
  return db.read
    .selectFrom('withdrawal')
    .innerJoin('user', 'user.id', 'withdrawal.userId')
    .selectAll('withdrawal')
    .select('user.email')
    .where(isOpenWithdrawal)
    .where((eb) =>
      eb.or([
        eb('withdrawal.state', '=', 'reviewing'),
        eb.and([eb('withdrawal.state', '=', 'approved'), eb('withdrawal.waitingFor', '=', 'check')]),
      ]),
    )
    .orderBy('withdrawal.createdAt')
    .orderBy('withdrawal.id')
    .limit(REVIEWS_MAX)
    .execute();
}
