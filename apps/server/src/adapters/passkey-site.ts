import { isIP } from 'node:net';
import type { PasskeySite } from '@glasspool/identity/deps';

/**
 * The site of the pool's passkeys, by the address of its pages. Undefined for a network address, to which browsers bind none. With port 0
 * the system chooses a port, so that any of the same host will do.
 */
export function createPasskeySite(publicUrl: string): PasskeySite | undefined {
  const own = new URL(publicUrl);
  const rpId = own.hostname;
  if (isIP(rpId.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  if (own.port !== '0') return { rpId, isOwnOrigin: (origin) => origin === own.origin };
  return {
    rpId,
    isOwnOrigin: (origin) => {
      const { protocol, hostname } = URL.parse(origin) ?? {};
      return protocol === own.protocol && hostname === rpId;
    },
  };
}
