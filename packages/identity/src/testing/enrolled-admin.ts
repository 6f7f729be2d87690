import { SECOND_MS } from '@glasspool/core';
import type { Database } from '@glasspool/db';
import { generate } from 'otplib';
import { createAdmin } from '../accounts/create-user.ts';
import type { Actor } from '../deps.ts';
import { beginTwoFactor, confirmTwoFactor } from '../two-factor/two-factor.ts';
import { enter } from './passkeys.ts';
import { TestIdentity } from './test-identity.ts';

/** An admin with an authenticator app, in a session. */
interface EnrolledAdmin {
  readonly pool: TestIdentity;
  readonly actor: Actor;
  readonly password: string;
  /** Code that the app shows at this moment. */
  readonly codeNow: () => Promise<string>;
  readonly recoveryCodes: string[];
  /** Moves the clock to where the app shows another code. */
  readonly nextStep: () => void;
}

/** Creates an admin, logs in and sets up an authenticator app. */
export async function enrolAdmin(database: Database, email: string): Promise<EnrolledAdmin> {
  const pool = new TestIdentity(database);
  const { password } = await createAdmin(pool.deps, email);
  const actor = await enter(pool.deps, { email, password });
  const { secret } = await beginTwoFactor(pool.deps, { actor, password });
  const codeNow = (): Promise<string> =>
    generate({ secret, epoch: Math.floor(pool.clock.now() / SECOND_MS) });
  const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
  const { recoveryCodes } = await confirmTwoFactor(pool.deps, { actor, origin, code: await codeNow() });
  const nextStep = (): void => pool.clock.advance(31 * SECOND_MS);
  return { pool, actor, password, codeNow, recoveryCodes, nextStep };
}
