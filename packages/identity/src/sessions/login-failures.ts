import { DAY_MS, HOUR_MS, MINUTE_MS, PoolError } from '@glasspool/core';
import type { IdentityDeps } from '../deps.ts';
import { hmacHex } from '../hashing.ts';

/** So many wrong passwords cost nothing: people mistype. */
const FREE_FAILURES = 5;
/** After so many more, the wait doubles. */
const FAILURES_PER_STEP = 5;
const WAIT_FIRST_MS = MINUTE_MS;
const WAIT_MAX_MS = HOUR_MS;
/** The count of a subject without failures for this long starts again. */
const FORGOTTEN_AFTER_MS = DAY_MS;

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'otpKey'>;

/**
 * Pause after a number of wrong passwords: none at first, then from a minute to an hour. An account is never locked for
 * good, so no one can lock out its owner.
 */
export function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  const steps = Math.floor((failures - FREE_FAILURES) / FAILURES_PER_STEP);
  return Math.min(WAIT_MAX_MS, WAIT_FIRST_MS * 2 ** Math.min(steps, 16));
}

/**
 * Subject that a failed login counts for: devices that the account has used before count for themselves, all others for the account.
 * An attacker who guesses slows down strangers, not the owner. An address without an account is counted alike.
 */
export function loginSubject({ otpKey }: Pick<Deps, 'otpKey'>, email: string, deviceId?: string): string {
  return hmacHex(otpKey, deviceId === undefined ? `login:${email}` : `login:${email}:${deviceId}`);
}

/**
 * Refuses while a subject has to wait. Asked before a password is looked at, and again once it was right: of many guesses at the same
 * moment only the first few count.
 *
 * @throws PoolError LOGIN_BLOCKED
 */
export async function assertMayLogIn({ db, machineClock }: Deps, subject: string): Promise<void> {
  const row = await db.read
    .selectFrom('loginFailure')
    .select(['failures', 'lastAt'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (row === undefined) return;
  const waitMs = row.lastAt + waitAfter(row.failures) - machineClock.now();
  if (waitMs > 0) throw new PoolError('LOGIN_BLOCKED', { minutes: Math.ceil(waitMs / MINUTE_MS) });
}

/** Counts a wrong password. */
export async function recordLoginFailure({ db, machineClock }: Deps, subject: string): Promise<void> {
  const now = machineClock.now();
  await db.transaction(async (tx) => {
    await tx
      .insertInto('loginFailure')
      .values({ subject, failures: 1, lastAt: now })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((eb) => ({
          failures: eb
            .case()
            .when('loginFailure.lastAt', '<', now - FORGOTTEN_AFTER_MS)
            .then(1)
            .else(eb('loginFailure.failures', '+', 1))
            .end(),
          lastAt: now,
        })),
      )
      .execute();
  });
}

/** A correct password: the count of the subject starts again. */
export async function forgetLoginFailures({ db }: Pick<Deps, 'db'>, subject: string): Promise<void> {
  const row = await db.read
    .selectFrom('loginFailure')
    .select('failures')
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (row === undefined) return;
  await db.transaction(async (tx) => {
    await tx.deleteFrom('loginFailure').where('subject', '=', subject).execute();
  });
}
