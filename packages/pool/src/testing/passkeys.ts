import type { Actor, PoolDeps } from '../deps.ts';
import {
  addPasskey,
  askForPasskey,
  authenticate,
  beginPasskey,
  getPasskeyCode,
  logIn,
} from '../users/index.ts';
import type { SoftAuthenticator } from './soft-authenticator.ts';

const origin = { address: '10.0.0.7', requestId: 'req-1' };

/** The user of a session that has just begun. */
export async function actorOf(deps: PoolDeps, { token }: { token: string }): Promise<Actor> {
  const actor = await authenticate(deps, token);
  if (actor === undefined) throw new Error('The session is over.');
  return actor;
}

/** Logs in with a password, which is all that the account has. */
export async function enter(
  deps: PoolDeps,
  login: { email: string; password: string; totp?: string },
): Promise<Actor> {
  return actorOf(deps, await logIn(deps, login));
}

/** Makes a passkey on a device and adds it to an account. Returns the recovery codes that came with it. */
export async function addDevice(
  deps: PoolDeps,
  request: { actor: Actor; password: string; device: SoftAuthenticator; totp?: string },
): Promise<string[]> {
  const { actor, password, device, totp } = request;
  const { challenge, user } = await beginPasskey(deps, { actor, password, totp });
  const answer = device.create({ challenge, userHandle: user.id });
  return (await addPasskey(deps, { actor, origin, name: 'Laptop', answer })).recoveryCodes;
}

/** Confirms with a device; the code is good for one action. */
export async function confirmWith(
  deps: PoolDeps,
  { actor, device }: { actor: Actor; device: SoftAuthenticator },
): Promise<string> {
  const { challenge } = await askForPasskey(deps, actor);
  return (await getPasskeyCode(deps, { actor, answer: device.answer({ challenge }) })).code;
}
