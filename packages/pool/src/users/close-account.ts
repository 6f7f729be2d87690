import { PoolError, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { receivable, USER_BALANCES, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { getBalances } from '@glasspool/ledger';
import type { Actor, PoolDeps } from '../deps.ts';
import { composeMail, enqueueMail } from '../mail/index.ts';
import { assertPassword } from './assert-password.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { lockUserRow } from './lock-user-row.ts';
import { endOtherAccess } from './other-access.ts';
import { withSecondFactor } from './step-up.ts';

/** Reason that the back office shows for an account which its owner closed. */
const CLOSED_BY_OWNER = 'Closed by its owner.';
const CLOSED_NAME = 'Closed account';

export interface AccountClosing {
  readonly actor: Actor;
  readonly password: string;
  readonly totp?: string | undefined;
}

/**
 * Closes the caller's account, once nothing is in it or on its way to it. Sessions, API keys, webhooks, the address book and the name go;
 * the e-mail address stays, for what may still arrive is the owner's: a deposit, or the referral reward of an invited person. An admin
 * opens the account again.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, FORBIDDEN for the staff, ACCOUNT_NOT_EMPTY, SECOND_FACTOR_REQUIRED,
 *   SECOND_FACTOR_BLOCKED, SECOND_FACTOR_SHUT, SECOND_FACTOR_INVALID
 */
export async function closeAccount(
  deps: Pick<
    PoolDeps,
    'db' | 'machineClock' | 'random' | 'passwords' | 'events' | 'otpKey' | 'secondFactorKey'
  >,
  { actor, password, totp }: AccountClosing,
): Promise<void> {
  const { userId } = actor;
  if (actor.role !== 'user') throw new PoolError('FORBIDDEN');
  await assertPassword(deps, { userId, password });
  const now = deps.machineClock.now();
  await withSecondFactor(deps, { userId, code: totp }, (assertSecondFactor) =>
    deps.db.transaction(async (tx) => {
      await lockUserRow(tx, userId);
      await assertEmpty(tx, userId);
      await assertSecondFactor(tx);
      await endOtherAccess(tx, { userId, now });
      await tx
        .updateTable('payee')
        .set({ removedAt: now })
        .where('userId', '=', userId)
        .where('removedAt', 'is', null)
        .execute();
      await endUserSessions(tx, deps, userId);
      await tx
        .updateTable('user')
        .set({ lockedAt: now, lockReason: CLOSED_BY_OWNER, userName: CLOSED_NAME, marketingEmails: 0 })
        .where('id', '=', userId)
        .execute();
      await enqueueMail(
        tx,
        deps,
        composeMail(actor.email, 'Your Glasspool account is closed', [
          'Your account was closed in the settings. Send nothing to its deposit addresses any more.',
          'Its history stays in the books, under a number that is not published. To open the account again, write to support from this address.',
        ]),
      );
    }),
  );
}

/** @throws PoolError ACCOUNT_NOT_EMPTY while anything is owed either way, or a deposit is not final. */
async function assertEmpty(tx: Transaction, userId: UserId): Promise<void> {
  const accounts = USER_CURRENCIES.flatMap((currency) => [
    ...USER_BALANCES.map((name) => userAccount(userId, name, currency)),
    receivable(userId, currency),
  ]);
  const balances = await getBalances(tx, accounts);
  const confirming = await tx
    .selectFrom('deposit')
    .select('id')
    .where('userId', '=', userId)
    .where('state', '=', 'confirming')
    .limit(1)
    .executeTakeFirst();
  if (confirming !== undefined || balances.some((micro) => micro !== 0n))
    throw new PoolError('ACCOUNT_NOT_EMPTY');
}
