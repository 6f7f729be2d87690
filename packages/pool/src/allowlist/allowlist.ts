import {
  type Currency,
  createId,
  DAY_MS,
  type PayeeId,
  PoolError,
  parsePayeeAddress,
  type UserId,
} from '@glasspool/core';
import { isUniqueViolation, type Transaction } from '@glasspool/db';
import type { Actor } from '@glasspool/identity';
import { assertPassword, enqueueMail, lockUserRow, withSecondFactor } from '@glasspool/identity';
import type { PoolDeps } from '../deps.ts';

/** A new address waits a day: its owner has that long to see the mail. */
const WAIT_MS = DAY_MS;
const PAYEES_MAX = 50;

/** An address that a user pays to. */
export interface Payee {
  readonly id: PayeeId;
  readonly currency: Currency;
  readonly address: string;
  readonly label: string;
  readonly usableAt: number;
}

export interface Allowlist {
  /** True when withdrawals go to these addresses only. */
  readonly allowlistOnly: boolean;
  readonly payees: readonly Payee[];
}

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'passwords' | 'otpKey' | 'secondFactorKey'
>;

/** A user's address book, the newest address first. */
export async function getAllowlist({ db }: Pick<PoolDeps, 'db'>, userId: UserId): Promise<Allowlist> {
  const { allowlistOnly } = await db.read
    .selectFrom('user')
    .select('allowlistOnly')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const payees = await db.read
    .selectFrom('payee')
    .select(['id', 'currency', 'address', 'label', 'usableAt'])
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return { allowlistOnly: allowlistOnly === 1, payees };
}

/**
 * Adds an address, from a day later on. Asks for the password, and who has a second factor for a code of it: a stolen session must not
 * be able to, and programs pay here without a code.
 *
 * @throws PoolError ADDRESS_*, LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, PAYEES_MAX, PAYEE_EXISTS, SECOND_FACTOR_REQUIRED,
 *   SECOND_FACTOR_BLOCKED, SECOND_FACTOR_SHUT, SECOND_FACTOR_INVALID
 */
export async function addPayee(
  deps: Deps,
  request: {
    actor: Actor;
    password: string;
    totp?: string | undefined;
    currency: Currency;
    address: string;
    label: string;
  },
): Promise<Payee> {
  const { actor, currency, label } = request;
  const address = parsePayeeAddress(request.address, currency);
  await assertPassword(deps, { userId: actor.userId, password: request.password });
  const now = deps.clock.now();
  const payee = { id: createId('payee', deps), currency, address, label, usableAt: now + WAIT_MS };
  try {
    await withSecondFactor(deps, { userId: actor.userId, code: request.totp }, (assertSecondFactor) =>
      deps.db.transaction(async (tx) => {
        await assertRoom(tx, actor.userId);
        await assertSecondFactor(tx);
        await tx
          .insertInto('payee')
          .values({ ...payee, userId: actor.userId, createdAt: now, removedAt: null })
          .execute();
        await enqueueMail(tx, deps, {
          recipient: actor.email,
          write: (texts, formatTime) =>
            texts.payeeAdded({ address, currency, time: formatTime(payee.usableAt) }),
        });
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new PoolError('PAYEE_EXISTS', {}, { cause: error });
    throw error;
  }
  return payee;
}

async function assertRoom(tx: Transaction, userId: UserId): Promise<void> {
  await lockUserRow(tx, userId);
  const { count } = await tx
    .selectFrom('payee')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= PAYEES_MAX) throw new PoolError('PAYEES_MAX', { max: PAYEES_MAX });
}

/**
 * Removes an address. Putting it back costs another day.
 *
 * @throws PoolError NOT_FOUND when the user has no such address.
 */
export async function removePayee(
  deps: Pick<PoolDeps, 'db' | 'clock'>,
  { userId, id }: { userId: UserId; id: PayeeId },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const removed = await tx
      .updateTable('payee')
      .set({ removedAt: now })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('removedAt', 'is', null)
      .executeTakeFirst();
    if (removed.numUpdatedRows !== 1n) throw new PoolError('NOT_FOUND');
  });
}

/**
 * Says whether withdrawals go to the address book only. Asks for the password, and mails what was set.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG
 */
export async function setAllowlistOnly(
  deps: Deps,
  request: { actor: Actor; password: string; allowlistOnly: boolean },
): Promise<void> {
  const { actor, password, allowlistOnly } = request;
  await assertPassword(deps, { userId: actor.userId, password });
  await deps.db.transaction(async (tx) => {
    await tx
      .updateTable('user')
      .set({ allowlistOnly: allowlistOnly ? 1 : 0 })
      .where('id', '=', actor.userId)
      .execute();
    await enqueueMail(tx, deps, {
      recipient: actor.email,
      write: (texts) => texts.allowlistSet({ isOn: allowlistOnly }),
    });
  });
}

/**
 * Refuses an address that the user's address book keeps from being paid. Programs with an API key pay to the address book only.
 *
 * @throws PoolError PAYEE_NOT_LISTED, PAYEE_WAITS
 */
export async function assertMayPay(
  tx: Transaction,
  request: { userId: UserId; currency: Currency; address: string; isProgram: boolean; now: number },
): Promise<void> {
  const { userId, currency, address, isProgram, now } = request;
  const { allowlistOnly } = await tx
    .selectFrom('user')
    .select('allowlistOnly')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (allowlistOnly === 0 && !isProgram) return;
  const payee = await tx
    .selectFrom('payee')
    .select('usableAt')
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('address', '=', address)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (payee === undefined) throw new PoolError('PAYEE_NOT_LISTED');
  if (payee.usableAt > now)
    throw new PoolError('PAYEE_WAITS', { usableAt: new Date(payee.usableAt).toISOString() });
}
