import { createId, type Language, PoolError, type UserId } from '@glasspool/core';
import { isUniqueViolation, type Role, type Transaction } from '@glasspool/db';
import { recordAdminAction } from '../audit/record-admin-action.ts';
import type { IdentityDeps } from '../deps.ts';
import { assertAcceptablePassword } from '../passwords/password-rules.ts';
import { countUser } from './counters.ts';
import { consumeSignUpToken } from './sign-up-code.ts';

const REFERRAL_CODE_LENGTH = 8;
// No 0, O, 1, I or L: codes are read aloud.
const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'accountHooks' | 'passwords' | 'settings'>;

export interface SignUpRequest {
  readonly email: string;
  readonly password: string;
  readonly signupToken: string;
  readonly referralCode?: string;
  /** Language of mails; English when left out. */
  readonly language?: Language;
}

/**
 * Ends a sign-up: creates the account of a verified email.
 *
 * @throws PoolError PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON, SIGN_UP_NOT_VERIFIED, REFERRAL_CODE_UNKNOWN
 */
export async function completeSignUp(deps: Deps, request: SignUpRequest): Promise<{ userId: UserId }> {
  assertAcceptablePassword(deps.settings, { ...request, field: 'password' });
  const passwordHash = await deps.passwords.hash(request.password);
  const now = deps.machineClock.now();
  try {
    return await deps.db.transaction(async (tx) => {
      await consumeSignUpToken(tx, { email: request.email, token: request.signupToken, now });
      const referredBy = await findReferrer(tx, request.referralCode);
      return {
        userId: await insertUser(tx, deps, {
          email: request.email,
          passwordHash,
          role: 'user',
          referredBy,
          language: request.language ?? 'en',
        }),
      };
    });
  } catch (error) {
    // Another request verified the same email first.
    if (isUniqueViolation(error)) throw new PoolError('SIGN_UP_NOT_VERIFIED');
    throw error;
  }
}

/** Creates an admin or an auditor with a generated password, which is returned once and stored only as a hash. */
export async function createAdmin(
  deps: Deps,
  email: string,
  role: 'admin' | 'auditor' = 'admin',
): Promise<{ userId: UserId; password: string }> {
  const password = Buffer.from(deps.random.bytes(15)).toString('base64url');
  const passwordHash = await deps.passwords.hash(password);
  const userId = await deps.db.transaction(async (tx) => {
    const adminId = await insertUser(tx, deps, { email, passwordHash, role, referredBy: null });
    const mustChangePassword = deps.settings.replacesFirstPassword ? 1 : 0;
    await tx.updateTable('user').set({ mustChangePassword }).where('id', '=', adminId).execute();
    await recordAdminAction(tx, deps, {
      adminId,
      origin: { ipAddress: 'command line', requestId: '' },
      action: 'admin.create',
      subject: adminId,
      before: {},
      after: { email, role },
    });
    return adminId;
  });
  return { userId, password };
}

async function findReferrer(tx: Transaction, code: string | undefined): Promise<UserId | null> {
  if (code === undefined || code === '') return null;
  const referrer = await tx
    .selectFrom('user')
    .select('id')
    .where('referralCode', '=', code.toUpperCase())
    .executeTakeFirst();
  if (referrer === undefined) throw new PoolError('REFERRAL_CODE_UNKNOWN');
  return referrer.id;
}

/** Inserts an account, with what the product holds for it. */
export async function insertUser(
  tx: Transaction,
  deps: Pick<Deps, 'machineClock' | 'random' | 'accountHooks'>,
  user: { email: string; passwordHash: string; role: Role; referredBy: UserId | null; language?: Language },
): Promise<UserId> {
  const id = createId('user', { clock: deps.machineClock, random: deps.random });
  await tx
    .insertInto('user')
    .values({
      ...user,
      id,
      userName: user.email.split('@')[0] ?? user.email,
      referralCode: createReferralCode(deps),
      lockedAt: null,
      createdAt: deps.machineClock.now(),
    })
    .execute();
  if (user.role === 'user') await countUser(tx);
  await deps.accountHooks.open(tx, id);
  return id;
}

function createReferralCode({ random }: Pick<Deps, 'random'>): string {
  const letters = Array.from({ length: REFERRAL_CODE_LENGTH }, () =>
    REFERRAL_CODE_ALPHABET.charAt(random.integer(REFERRAL_CODE_ALPHABET.length)),
  );
  return letters.join('');
}
