import { type ApiKeyId, createId, MINUTE_MS, PoolError, type UserId } from '@glasspool/core';
import { findEarlierResult, rememberKey, toKey } from '@glasspool/db';
import { lockActor } from '../accounts/lock-user-row.ts';
import type { Actor, ApiKeyCaller, ApiKeyScope, IdentityDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { assertPassword } from '../passwords/assert-password.ts';

const KEY_BYTES = 32;
const KEY = /^gpk_[A-Za-z0-9_-]{43}$/;
const HINT_LENGTH = 8;
const KEYS_MAX = 10;
/** A key's last use is noted at most this often, so that reads do not become writes. */
const USED_EVERY_MS = MINUTE_MS;

export interface ApiKey {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly scope: ApiKeyScope;
  /** First characters of the key. */
  readonly hint: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/**
 * Makes an API key. It is returned this once and stored as a hash, so the same request under the same idempotency key is refused: it made
 * a key, which cannot be shown again.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, API_KEYS_MAX, SECRET_SHOWN_BEFORE, IDEMPOTENCY_KEY_REUSED
 */
export async function createApiKey(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'passwords' | 'otpKey'>,
  request: { actor: Actor; name: string; scope: ApiKeyScope; password: string; idempotencyKey?: string },
): Promise<{ key: string }> {
  const { actor, name, scope, password, idempotencyKey } = request;
  const keyed = toKey({ userId: actor.userId, operation: 'create-api-key', idempotencyKey }, [name, scope]);
  await assertPassword(deps, { userId: actor.userId, password });
  const key = `gpk_${Buffer.from(deps.random.bytes(KEY_BYTES)).toString('base64url')}`;
  const now = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    if ((await findEarlierResult(tx, keyed)) !== undefined) throw new PoolError('SECRET_SHOWN_BEFORE');
    const { count } = await tx
      .selectFrom('apiKey')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', actor.userId)
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= KEYS_MAX) throw new PoolError('API_KEYS_MAX', { max: KEYS_MAX });
    const id = createId('apiKey', { clock: deps.machineClock, random: deps.random });
    await rememberKey(tx, keyed, { resultId: id, now });
    await tx
      .insertInto('apiKey')
      .values({
        id,
        userId: actor.userId,
        name,
        scope,
        keyHash: sha256Hex(key),
        hint: key.slice(0, HINT_LENGTH),
        createdAt: now,
        lastUsedAt: null,
        revokedAt: null,
      })
      .execute();
    await enqueueMail(tx, deps, {
      recipient: actor.email,
      write: (texts) => texts.apiKeyCreated({ name, canWithdraw: scope !== 'read' }),
    });
  });
  return { key };
}

/** The API keys of a user that work, the newest first. */
export async function listApiKeys({ db }: Pick<IdentityDeps, 'db'>, userId: UserId): Promise<ApiKey[]> {
  return db.read
    .selectFrom('apiKey')
    .select(['id', 'name', 'scope', 'hint', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Ends an API key at once.
 *
 * @throws PoolError NOT_FOUND when the user has no such key, or it was revoked before.
 */
export async function revokeApiKey(
  deps: Pick<IdentityDeps, 'db' | 'machineClock'>,
  { userId, id }: { userId: UserId; id: ApiKeyId },
): Promise<void> {
  const now = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    const revoked = await tx
      .updateTable('apiKey')
      .set({ revokedAt: now })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (revoked.numUpdatedRows !== 1n) throw new PoolError('NOT_FOUND');
  });
}

/** Returns true when a bearer token has the form of an API key. Tokens of sessions never have. */
export function isApiKey(token: string): boolean {
  return KEY.test(token);
}

/** Owner of a key, or undefined when it was revoked, never existed, or its user is locked. */
export async function findApiKey(
  deps: Pick<IdentityDeps, 'db' | 'machineClock'>,
  key: string,
): Promise<ApiKeyCaller | undefined> {
  if (!isApiKey(key)) return undefined;
  const row = await deps.db.read
    .selectFrom('apiKey')
    .innerJoin('user', 'user.id', 'apiKey.userId')
    .select(['apiKey.id', 'apiKey.userId', 'apiKey.scope', 'apiKey.lastUsedAt'])
    .where('keyHash', '=', sha256Hex(key))
    .where('revokedAt', 'is', null)
    .where('user.lockedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const now = deps.machineClock.now();
  if (now - (row.lastUsedAt ?? 0) > USED_EVERY_MS) {
    await deps.db.transaction(async (tx) => {
      await tx.updateTable('apiKey').set({ lastUsedAt: now }).where('id', '=', row.id).execute();
    });
  }
  return { userId: row.userId, keyId: row.id, scope: row.scope };
}
