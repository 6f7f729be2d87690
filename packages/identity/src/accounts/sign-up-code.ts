import { DAY_MS, type Language, MINUTE_MS, PoolError, SECOND_MS } from '@glasspool/core';
import { isUniqueViolation, lockRows, type Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { equalHex, hmacHex, sha256Hex } from '../hashing.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';

// 6 digits, 10 minutes, 5 tries, resend after 120 s, at most 10 codes per address and day.
const CODE_LENGTH = 6;
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const CODE_TRIES = 5;
const CODES_PER_DAY_MAX = 10;
const RESEND_AFTER_MS = 120 * SECOND_MS;
const TOKEN_LIFETIME_MS = 30 * MINUTE_MS;
const TOKEN_BYTES = 32;

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'otpKey'>;

/**
 * Sends a sign-up code. The answer is the same whether or not the address has an account; the mail says so.
 * Returns the seconds until another code may be asked for.
 *
 * @throws PoolError OTP_COOLDOWN, OTP_DAILY_LIMIT
 */
export async function sendSignUpCode(
  deps: Deps,
  email: string,
  language: Language = 'en',
): Promise<{ resendAfter: number }> {
  const now = deps.machineClock.now();
  const code = String(deps.random.integer(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  try {
    await deps.db.transaction(async (tx) => {
      const number = await assertMaySend(tx, email, now);
      const user = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
      await tx
        .insertInto('signUpCode')
        .values({
          email,
          number,
          codeHmac: codeHmac(deps.otpKey, email, code),
          // A known address gets a row too, so that its limits look the same, but no code that could work.
          triesLeft: user === undefined ? CODE_TRIES : 0,
          createdAt: now,
          expiresAt: now + CODE_LIFETIME_MS,
          usedAt: null,
        })
        .execute();
      await enqueueMail(tx, deps, {
        recipient: email,
        language,
        write: (texts) => (user === undefined ? texts.signUpCode({ code }) : texts.accountExists()),
        expiresAt: now + CODE_LIFETIME_MS,
      });
    });
  } catch (error) {
    // Another request for the same address took the same number a moment ago.
    if (isUniqueViolation(error))
      throw new PoolError('OTP_COOLDOWN', { seconds: RESEND_AFTER_MS / SECOND_MS });
    throw error;
  }
  return { resendAfter: RESEND_AFTER_MS / SECOND_MS };
}

/**
 * Checks a sign-up code and gives the token that `set-password` needs. A code works once.
 *
 * @throws PoolError OTP_INVALID
 */
export async function verifySignUpCode(
  deps: Deps,
  request: { email: string; otp: string },
): Promise<{ signupToken: string }> {
  const now = deps.machineClock.now();
  const signupToken = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const isRight = await deps.db.transaction(async (tx) => {
    const newest = tx
      .selectFrom('signUpCode')
      .selectAll()
      .where('email', '=', request.email)
      .orderBy('number', 'desc')
      .limit(1);
    const code = await lockRows(tx, newest).executeTakeFirst();
    if (code === undefined || code.usedAt !== null || code.triesLeft < 1 || code.expiresAt <= now)
      return false;
    const matches = equalHex(code.codeHmac, codeHmac(deps.otpKey, request.email, request.otp));
    const change = matches ? { usedAt: now } : { triesLeft: code.triesLeft - 1 };
    await tx.updateTable('signUpCode').set(change).where('id', '=', code.id).execute();
    if (!matches) return false;
    await tx
      .insertInto('signUpToken')
      .values({
        tokenHash: sha256Hex(signupToken),
        email: request.email,
        expiresAt: now + TOKEN_LIFETIME_MS,
        usedAt: null,
      })
      .execute();
    return true;
  });
  // Thrown here, not inside: the spent try must be committed.
  if (!isRight) throw new PoolError('OTP_INVALID');
  return { signupToken };
}

/**
 * Uses up the token of a verified address.
 *
 * @throws PoolError SIGN_UP_NOT_VERIFIED when it is unknown, used, expired or of another address.
 */
export async function consumeSignUpToken(
  tx: Transaction,
  request: { email: string; token: string; now: number },
): Promise<void> {
  const result = await tx
    .updateTable('signUpToken')
    .set({ usedAt: request.now })
    .where('tokenHash', '=', sha256Hex(request.token))
    .where('email', '=', request.email)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', request.now)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new PoolError('SIGN_UP_NOT_VERIFIED');
}

async function assertMaySend(tx: Transaction, email: string, now: number): Promise<number> {
  const sent = await tx
    .selectFrom('signUpCode')
    .select(['number', 'createdAt'])
    .where('email', '=', email)
    .orderBy('number', 'desc')
    .limit(CODES_PER_DAY_MAX)
    .execute();
  const [newest] = sent;
  const waitMs = newest === undefined ? 0 : newest.createdAt + RESEND_AFTER_MS - now;
  if (waitMs > 0) throw new PoolError('OTP_COOLDOWN', { seconds: Math.ceil(waitMs / SECOND_MS) });
  const today = sent.filter((code) => code.createdAt > now - DAY_MS);
  if (today.length >= CODES_PER_DAY_MAX) {
    const oldest = today.at(-1)?.createdAt ?? now;
    throw new PoolError('OTP_DAILY_LIMIT', { seconds: Math.ceil((oldest + DAY_MS - now) / SECOND_MS) });
  }
  return (newest?.number ?? 0) + 1;
}

function codeHmac(key: Uint8Array, email: string, code: string): string {
  return hmacHex(key, `sign-up:${email}:${code}`);
}
