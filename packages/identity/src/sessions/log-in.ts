import { PoolError, type UserId } from '@glasspool/core';
import type { IdentityDeps, PasswordAsker } from '../deps.ts';
import { countPasskeys } from '../two-factor/has-two-factor.ts';
import { findProof, useProof } from '../two-factor/two-factor-proof.ts';
import { countTry, type EnteredFrom, forgetTries, notifyOwner } from '../two-factor/two-factor-tries.ts';
import { findDevice } from './devices.ts';
import { assertMayLogIn, forgetLoginFailures, loginSubject, recordLoginFailure } from './login-failures.ts';
import { type LogInOrigin, type StartedSession, startSession } from './start-session.ts';

type Deps = Pick<
  IdentityDeps,
  'db' | 'machineClock' | 'random' | 'passwords' | 'tokens' | 'settings' | 'twoFactorKey' | 'otpKey'
>;

interface LogInRequest extends LogInOrigin {
  readonly email: string;
  readonly password: string;
  readonly totp?: string | undefined;
}

/**
 * Checks email and password and starts a session of 12 hours. Says what the device may keep to be known again.
 *
 * @throws PoolError LOGIN_BLOCKED, INVALID_LOGIN for an unknown address and for a wrong password alike, ACCOUNT_LOCKED,
 *   TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function logIn(deps: Deps, request: LogInRequest): Promise<StartedSession> {
  const deviceId = findDevice(deps, request.email, request.deviceToken);
  const user = await checkPassword(deps, request, deviceId);
  const session = { user, origin: request, deviceId };
  if (!user.hasApp && user.passkeys === 0) return startSession(deps, { ...session, useProof: undefined });
  const code = request.totp;
  if (code === undefined) throw new PoolError('TWO_FACTOR_REQUIRED', { passkeys: user.passkeys });
  const { entry, tries } = await countTryFrom(deps, { userId: user.id, deviceId });
  try {
    const proof = await findProof(deps, { userId: user.id, code });
    return await startSession(deps, {
      ...session,
      useProof: async (tx) => {
        await useProof(tx, deps, { userId: user.id, proof });
        await forgetTries(tx, deps, entry);
      },
    });
  } catch (error) {
    const isWrong = error instanceof PoolError && error.code === 'TWO_FACTOR_INVALID';
    if (isWrong && entry.from === 'stranger') await notifyOwner(deps, { email: user.email, tries });
    throw error;
  }
}

/**
 * Counts a try of a device that logged in before for itself, and one of any other place as a stranger's. A device with too many wrong codes
 * is a stranger too: a new password opens the way in again for those.
 *
 * @throws PoolError TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT
 */
async function countTryFrom(
  deps: Pick<Deps, 'db' | 'machineClock' | 'otpKey'>,
  { userId, deviceId }: { userId: UserId; deviceId: string | undefined },
): Promise<{ entry: { userId: UserId; from: EnteredFrom }; tries: number }> {
  const stranger = { userId, from: 'stranger' } as const;
  if (deviceId === undefined) return { entry: stranger, tries: await countTry(deps, stranger) };
  const known = { userId, from: { deviceId } };
  try {
    return { entry: known, tries: await countTry(deps, known) };
  } catch (error) {
    if (!(error instanceof PoolError && error.code === 'TWO_FACTOR_SHUT')) throw error;
    return { entry: stranger, tries: await countTry(deps, stranger) };
  }
}

/**
 * Finds the user whose email and password these are; wrong ones make the next one wait.
 *
 * @throws PoolError LOGIN_BLOCKED, INVALID_LOGIN, ACCOUNT_LOCKED
 */
export async function checkPassword(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'passwords' | 'otpKey'>,
  { email, password }: { email: string; password: string },
  deviceId: string | undefined,
) {
  const subject = loginSubject(deps, email, deviceId);
  const who: PasswordAsker = deviceId === undefined ? 'stranger' : 'known';
  await assertMayLogIn(deps, subject);
  const user = await deps.db.read
    .selectFrom('user')
    .leftJoin('twoFactor', 'twoFactor.userId', 'user.id')
    .select(['id', 'email', 'role', 'passwordHash', 'lockedAt', 'twoFactor.confirmedAt'])
    .where('email', '=', email)
    .executeTakeFirst();
  // An unknown address costs the same work as a known one.
  const isRight = await deps.passwords.verify(user?.passwordHash ?? (await unknownHash(deps)), password, who);
  if (user === undefined || !isRight) {
    await recordLoginFailure(deps, subject);
    throw new PoolError('INVALID_LOGIN');
  }
  await assertMayLogIn(deps, subject);
  await forgetLoginFailures(deps, subject);
  if (user.lockedAt !== null) throw new PoolError('ACCOUNT_LOCKED');
  const { id, role, passwordHash, confirmedAt } = user;
  const passkeys = await countPasskeys(deps.db.read, id);
  return { id, email: user.email, role, passwordHash, hasApp: confirmedAt !== null, passkeys };
}

/** Hash of no one's password, made once for each source of random bytes: pools of one process do not change what another one draws. */
const hashesOfNothing = new WeakMap<IdentityDeps['random'], Promise<string>>();

function unknownHash({ passwords, random }: Pick<IdentityDeps, 'passwords' | 'random'>): Promise<string> {
  const known = hashesOfNothing.get(random);
  if (known !== undefined) return known;
  const made = passwords.hash(Buffer.from(random.bytes(16)).toString('hex'));
  hashesOfNothing.set(random, made);
  return made;
}
