import { isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** Returns the host for printed addresses: on this machine its name, which passkeys need. */
export function getHostName(host: string): string {
  if (['127.0.0.1', '::1', '[::1]'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Address under which people find the pool. */
export function getPublicUrl({ http }: Pick<Config, 'http'>): string {
  return http.publicUrl ?? `http://${getHostName(http.host)}:${http.port}`;
}
