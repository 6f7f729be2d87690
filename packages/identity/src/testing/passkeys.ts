import type { Actor, IdentityDeps } from '../deps.ts';
import { addPasskey, beginPasskey } from '../passkeys/passkeys.ts';
import { askForPasskey, getPasskeyCode } from '../passkeys/use-passkey.ts';
import { logIn } from '../sessions/log-in.ts';
import { authenticate } from '../sessions/sessions.ts';
import type { SoftAuthenticator } from './soft-authenticator.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

/** The user of a session that has just begun. */
export async function getActor(deps: IdentityDeps, { token }: { token: string }): Promise<Actor> {
  const actor = await authenticate(deps, token);
  if (actor === undefined) throw new Error('The session is over.');
  return actor;
}

/** Logs in with a password, which is all that the account has. */
export async function enter(
  deps: IdentityDeps,
  login: { email: string; password: string; totp?: string },
): Promise<Actor> {
  return getActor(deps, await logIn(deps, login));
}

/** Makes a passkey on a device and adds it to an account. Returns the recovery codes that came with it. */
export async function addDevice(
  deps: IdentityDeps,
  request: { actor: Actor; password: string; device: SoftAuthenticator; totp?: string },
): Promise<string[]> {
  const { actor, password, device, totp } = request;
  const { challenge, user } = await beginPasskey(deps, { actor, password, totp });
  const answer = device.create({ challenge, userHandle: user.id });
  return (await addPasskey(deps, { actor, origin, name: 'Laptop', answer })).recoveryCodes;
}

/** Confirms with a device; the code is good for one action. */
export async function confirmWith(
  deps: IdentityDeps,
  { actor, device }: { actor: Actor; device: SoftAuthenticator },
): Promise<string> {
  const { challenge } = await askForPasskey(deps, actor);
  return (await getPasskeyCode(deps, { actor, answer: device.answer({ challenge }) })).code;
}
