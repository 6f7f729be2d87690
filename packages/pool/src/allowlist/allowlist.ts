import {
  type AllowlistEntryId,
  type Currency,
  createId,
  DAY_MS,
  PoolError,
  parsePayeeAddress,
  type UserId,
} from '@glasspool/core';
import { isUniqueViolation, type Queryable, type Transaction } from '@glasspool/db';
import { lockActor } from '@glasspool/identity/accounts';
import type { Actor } from '@glasspool/identity/deps';
import { enqueueMail } from '@glasspool/identity/mail';
import { assertPassword } from '@glasspool/identity/passwords';
import { withTwoFactor } from '@glasspool/identity/two-factor';
import type { PoolDeps } from '../deps.ts';

/** A new address waits a day, and so does turning the list off: the owner has that long to see the mail. */
const WAIT_MS = DAY_MS;
const ALLOWLIST_FULL = 50;

/** An address that a user pays to. */
export interface AllowlistEntry {
  readonly id: AllowlistEntryId;
  readonly currency: Currency;
  readonly address: string;
  readonly label: string;
  readonly usableAt: number;
}

export interface Allowlist {
  /** True when withdrawals go to these addresses only. */
  readonly allowlistOnly: boolean;
  /** Time from which they do not any more, in ms, where its owner turned it off; otherwise null. */
  readonly offAt: number | null;
  readonly entries: readonly AllowlistEntry[];
}

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'passwords' | 'otpKey' | 'twoFactorKey'
>;

/** A user's withdrawal allowlist, the newest address first. */
export async function getAllowlist(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  userId: UserId,
): Promise<Allowlist> {
  const restriction = await readRestriction(db.read, { userId, now: clock.now() });
  const entries = await db.read
    .selectFrom('allowlistEntry')
    .select(['id', 'currency', 'address', 'label', 'usableAt'])
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return { ...restriction, entries };
}

/** The one place that says whether an account is restricted at a time. */
async function readRestriction(
  db: Queryable,
  { userId, now }: { userId: UserId; now: number },
): Promise<Pick<Allowlist, 'allowlistOnly' | 'offAt'>> {
  const { allowlistOnly, allowlistOffAt } = await db
    .selectFrom('user')
    .select(['allowlistOnly', 'allowlistOffAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const isOn = allowlistOnly === 1 && (allowlistOffAt === null || allowlistOffAt > now);
  return { allowlistOnly: isOn, offAt: isOn ? allowlistOffAt : null };
}

/**
 * Adds an address, from a day later on. Asks for the password, and an account with two-factor authentication for a code of it: a stolen session must not
 * be able to, and programs pay here without a code.
 *
 * @throws PoolError ADDRESS_*, LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, ALLOWLIST_FULL, ALLOWLIST_ENTRY_EXISTS, TWO_FACTOR_REQUIRED,
 *   TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function addAllowlistEntry(
  deps: Deps,
  request: {
    actor: Actor;
    password: string;
    totp?: string | undefined;
    currency: Currency;
    address: string;
    label: string;
  },
): Promise<AllowlistEntry> {
  const { actor, currency, label } = request;
  const address = parsePayeeAddress(request.address, currency);
  await assertPassword(deps, { userId: actor.userId, password: request.password });
  const now = deps.clock.now();
  const entry = { id: createId('allowlistEntry', deps), currency, address, label, usableAt: now + WAIT_MS };
  try {
    await withTwoFactor(deps, { userId: actor.userId, code: request.totp }, (assertTwoFactor) =>
      deps.db.transaction(async (tx) => {
        await lockActor(tx, actor);
        await assertRoom(tx, actor.userId);
        await assertTwoFactor(tx);
        await tx
          .insertInto('allowlistEntry')
          .values({ ...entry, userId: actor.userId, createdAt: now, removedAt: null })
          .execute();
        await enqueueMail(tx, deps, {
          recipient: actor.email,
          write: (texts, formatTime) =>
            texts.addressListed({ address, currency, time: formatTime(entry.usableAt) }),
        });
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new PoolError('ALLOWLIST_ENTRY_EXISTS', {}, { cause: error });
    throw error;
  }
  return entry;
}

async function assertRoom(tx: Transaction, userId: UserId): Promise<void> {
  const { count } = await tx
    .selectFrom('allowlistEntry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= ALLOWLIST_FULL) throw new PoolError('ALLOWLIST_FULL', { max: ALLOWLIST_FULL });
}

/**
 * Removes an address. Putting it back costs another day.
 *
 * @throws PoolError NOT_FOUND when the user has no such address.
 */
export async function removeAllowlistEntry(
  deps: Pick<PoolDeps, 'db' | 'clock'>,
  { userId, id }: { userId: UserId; id: AllowlistEntryId },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const removed = await tx
      .updateTable('allowlistEntry')
      .set({ removedAt: now })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('removedAt', 'is', null)
      .executeTakeFirst();
    if (removed.numUpdatedRows !== 1n) throw new PoolError('NOT_FOUND');
  });
}

/**
 * Turns the withdrawal allowlist on at once, or off a day later: a guard is as strong as what removes it. Both ask for the password, and an
 * account with two-factor authentication for a code to turn it off. Turned on again meanwhile, it stays on. Mails the new setting.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function setAllowlistOnly(
  deps: Deps,
  request: { actor: Actor; password: string; totp?: string | undefined; allowlistOnly: boolean },
): Promise<void> {
  const { actor, password, allowlistOnly, totp } = request;
  const { userId } = actor;
  await assertPassword(deps, { userId, password });
  await withTwoFactor(deps, { userId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      await lockActor(tx, actor);
      const now = deps.clock.now();
      const before = await readRestriction(tx, { userId, now });
      // It is so already, or will be: asked again, the day does not begin again.
      if (!allowlistOnly && (!before.allowlistOnly || before.offAt !== null)) return;
      if (!allowlistOnly) await assertTwoFactor(tx);
      const offAt = allowlistOnly ? null : now + WAIT_MS;
      await tx
        .updateTable('user')
        .set({ allowlistOnly: 1, allowlistOffAt: offAt })
        .where('id', '=', userId)
        .execute();
      await enqueueMail(tx, deps, {
        recipient: actor.email,
        write: (texts, formatTime) =>
          texts.allowlistSet({ offAt: offAt === null ? undefined : formatTime(offAt) }),
      });
    }),
  );
}

/**
 * Refuses an address that the user's withdrawal allowlist keeps from being paid. Programs with an API key pay to the withdrawal allowlist only.
 *
 * @throws PoolError PAYEE_NOT_LISTED, PAYEE_WAITS
 */
export async function assertMayPay(
  tx: Transaction,
  request: { userId: UserId; currency: Currency; address: string; isProgram: boolean; now: number },
): Promise<void> {
  const { userId, currency, address, isProgram, now } = request;
  const { allowlistOnly } = await readRestriction(tx, { userId, now });
  if (!allowlistOnly && !isProgram) return;
  const entry = await tx
    .selectFrom('allowlistEntry')
    .select('usableAt')
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('address', '=', address)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (entry === undefined) throw new PoolError('PAYEE_NOT_LISTED');
  if (entry.usableAt > now)
    throw new PoolError('PAYEE_WAITS', { usableAt: new Date(entry.usableAt).toISOString() });
}
