import { DAY_MS, MINUTE_MS, PoolError, type UserId } from '@glasspool/core';
import { lockRows, type Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { hmacHex } from '../hashing.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';

/** So many wrong codes, then none is looked at for a while: a million are possible, and three are right at a time. */
const TRIES_PER_STEP = 5;
const PAUSE_FIRST_MS = 15 * MINUTE_MS;
/** NIST SP 800-63B-4, 3.2.2: at most 100 failures in a row. */
const TRIES_IN_A_ROW_MAX = 100;

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'otpKey'>;

/**
 * Place where a code is entered: in a session, on a device that the account has logged in with before, or neither. The last are counted
 * together: a person who enters wrong codes there knows the password, and must not shut the owner out.
 */
export type EnteredFrom = 'session' | 'stranger' | { readonly deviceId: string };

interface Entry {
  readonly userId: UserId;
  readonly from: EnteredFrom;
}

/** For how long no code is looked at after a number of wrong ones in a row: after every fifth, twice as long each time, up to a day. */
function getPauseMs(tries: number): number {
  if (tries === 0 || tries % TRIES_PER_STEP !== 0) return 0;
  return Math.min(DAY_MS, PAUSE_FIRST_MS * 2 ** Math.min(tries / TRIES_PER_STEP - 1, 16));
}

/**
 * Counts a try before its code is looked at, in a separate transaction: however many come at once, and however each ends, only so
 * many codes are compared. Returns the number of this try; a code that is right sets the count back (`forgetTries`).
 *
 * @throws PoolError TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT
 */
export async function countTry(deps: Deps, entry: Entry): Promise<number> {
  const now = deps.machineClock.now();
  return deps.db.transaction(async (tx) => {
    const before = await lockCount(tx, deps, entry);
    if (before.tries >= TRIES_IN_A_ROW_MAX) throw new PoolError('TWO_FACTOR_SHUT');
    const waitMs = before.lastTryAt + getPauseMs(before.tries) - now;
    if (waitMs > 0) throw new PoolError('TWO_FACTOR_BLOCKED', { minutes: Math.ceil(waitMs / MINUTE_MS) });
    const tries = before.tries + 1;
    await store(tx, deps, { ...entry, tries, now });
    return tries;
  });
}

/** A right code: the count starts again. */
export async function forgetTries(tx: Transaction, deps: Pick<Deps, 'otpKey'>, entry: Entry): Promise<void> {
  await store(tx, deps, { ...entry, tries: 0, now: 0 });
}

/**
 * Mails the owner when wrong codes, entered on a device that is new to the account, have led to a pause: the person who enters them has
 * the password.
 */
export async function notifyOwner(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'random'>,
  { email, tries }: { email: string; tries: number },
): Promise<void> {
  const pauseMs = getPauseMs(tries);
  if (pauseMs === 0) return;
  await deps.db.transaction((tx) =>
    enqueueMail(tx, deps, {
      recipient: email,
      write: (texts) => texts.passwordKnown({ tries, minutes: Math.round(pauseMs / MINUTE_MS) }),
    }),
  );
}

async function lockCount(
  tx: Transaction,
  deps: Pick<Deps, 'otpKey'>,
  { userId, from }: Entry,
): Promise<{ tries: number; lastTryAt: number }> {
  const subject = getSubject(deps, { userId, from });
  // There is a row before it is locked, so that first tries wait for one another too.
  await tx
    .insertInto('loginFailure')
    .values({ subject, failures: 0, lastAt: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = tx.selectFrom('loginFailure').select(['failures', 'lastAt']).where('subject', '=', subject);
  const row = await lockRows(tx, query).executeTakeFirstOrThrow();
  return { tries: row.failures, lastTryAt: row.lastAt };
}

async function store(
  tx: Transaction,
  deps: Pick<Deps, 'otpKey'>,
  { userId, from, tries, now }: Entry & { tries: number; now: number },
): Promise<void> {
  await tx
    .updateTable('loginFailure')
    .set({ failures: tries, lastAt: now })
    .where('subject', '=', getSubject(deps, { userId, from }))
    .execute();
}

function getSubject({ otpKey }: Pick<Deps, 'otpKey'>, { userId, from }: Entry): string {
  const place = typeof from === 'string' ? from : `device:${from.deviceId}`;
  return hmacHex(otpKey, `two-factor:${userId}:${place}`);
}
