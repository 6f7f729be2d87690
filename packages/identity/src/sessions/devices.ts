import type { IdentityDeps } from '../deps.ts';
import { equalHex, hmacHex } from '../hashing.ts';

const DEVICE_ID_BYTES = 16;
const DEVICE_TOKEN = /^([0-9a-f]{32})\.([0-9a-f]{64})$/;

/** Token by which an account recognizes a device that logged in before. It opens nothing. */
export function createDeviceToken(
  deps: Pick<IdentityDeps, 'random' | 'otpKey'>,
  { email, deviceId }: { email: string; deviceId?: string | undefined },
): string {
  const id = deviceId ?? Buffer.from(deps.random.bytes(DEVICE_ID_BYTES)).toString('hex');
  return `${id}.${seal(deps, email, id)}`;
}

/** The device that a token was made for, if it was made for this account. */
export function findDevice(
  deps: Pick<IdentityDeps, 'otpKey'>,
  email: string,
  token: string | undefined,
): string | undefined {
  const [, id, mac] = DEVICE_TOKEN.exec(token ?? '') ?? [];
  if (id === undefined || mac === undefined) return undefined;
  return equalHex(mac, seal(deps, email, id)) ? id : undefined;
}

function seal({ otpKey }: Pick<IdentityDeps, 'otpKey'>, email: string, id: string): string {
  return hmacHex(otpKey, `device:${email}:${id}`);
}
