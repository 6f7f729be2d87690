import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** IP address that a call counts for: limits are counted and sessions named by it. */
export type ClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * The address of who is connected; behind proxies that we trust, and only there, the one that they say in X-Forwarded-For. What a client
 * itself wrote into that header stands before theirs, and is not believed.
 *
 * @param trustedProxies addresses, or blocks such as 10.0.0.0/8
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  // Of a request it reads no more than the type above has.
  return (request) => proxyAddr(request as IncomingMessage, isTrusted) ?? 'unknown';
}
