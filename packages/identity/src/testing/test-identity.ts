import { HOUR_MS, type UserId } from '@glasspool/core';
import { ManualClock, SeededRandom } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { completeSignUp } from '../accounts/create-user.ts';
import { getProfile } from '../accounts/get-profile.ts';
import { sendSignUpCode, verifySignUpCode } from '../accounts/sign-up-code.ts';
import type { AccountHooks, IdentityDeps, IdentitySettings } from '../deps.ts';
import { deliverMail } from '../mail/deliver-mail.ts';

const DAY_MS = 24 * HOUR_MS;

export const TEST_IDENTITY_SETTINGS: IdentitySettings = {
  publicUrl: 'http://glasspool.test',
  passwordLengthMin: 6,
  replacesFirstPassword: false,
  inactivityMs: { user: DAY_MS, admin: DAY_MS / 48, auditor: DAY_MS / 48 },
  keepsMailbox: true,
};

/** Product that holds nothing for an account. */
const NO_PRODUCT: AccountHooks = {
  open: async () => undefined,
  close: async () => undefined,
  listAccess: async () => ({ webhooks: [], waitingAddresses: [] }),
  endAccess: async () => undefined,
};

/** Dependencies of identity for tests: passwords are not hashed, tokens not signed, and mail goes to the mailbox table. */
export function createTestIdentityDeps(
  db: Database,
  clock: ManualClock,
): Omit<IdentityDeps, 'accountHooks' | 'events' | 'settings'> {
  return {
    db,
    machineClock: clock,
    random: new SeededRandom(7),
    passwords: {
      hash: async (password) => `hash:${password}`,
      verify: async (hash, password) => hash === `hash:${password}`,
    },
    tokens: {
      issue: async ({ userId, sessionId }) => JSON.stringify({ userId, sessionId }),
      verify: async (token) => JSON.parse(token),
    },
    mail: { send: async () => undefined },
    passkeySite: { rpId: 'glasspool.test', isOwnOrigin: (origin) => origin === 'https://glasspool.test' },
    otpKey: Buffer.from('a test key'),
    twoFactorKey: Buffer.alloc(32, 7),
  };
}

/** Signs a user up through the code in their mail. */
export async function signUpTestUser(deps: IdentityDeps, name: string, invitedBy?: UserId): Promise<UserId> {
  const email = `${name}@example.org`;
  await sendSignUpCode(deps, email);
  await deliverMail(deps, { firstDigest: undefined });
  const mail = await deps.db.read
    .selectFrom('mailboxMessage')
    .select('text')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const otp = /\d{6}/.exec(mail.text)?.[0] ?? '';
  const { signupToken } = await verifySignUpCode(deps, { email, otp });
  const referrer =
    invitedBy === undefined ? {} : { referralCode: (await getProfile(deps, invitedBy)).referralCode };
  const { userId } = await completeSignUp(deps, {
    email,
    password: 'correct horse',
    signupToken,
    ...referrer,
  });
  return userId;
}

/** Accounts over a test database, without a product, and with a clock that stands still. */
export class TestIdentity {
  readonly clock = new ManualClock();
  readonly deps: IdentityDeps;

  constructor(db: Database, settings: Partial<IdentitySettings> = {}) {
    this.deps = {
      ...createTestIdentityDeps(db, this.clock),
      accountHooks: NO_PRODUCT,
      events: { emit: () => undefined },
      settings: { ...TEST_IDENTITY_SETTINGS, ...settings },
    };
  }

  signUp(name: string, invitedBy?: UserId): Promise<UserId> {
    return signUpTestUser(this.deps, name, invitedBy);
  }

  /** The same accounts as a second process would see them, over another connection. */
  withDatabase(db: Database): IdentityDeps {
    return { ...this.deps, db };
  }

  advanceHours(hours: number): void {
    this.clock.advance(hours * HOUR_MS);
  }
}
