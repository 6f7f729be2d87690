import { type LookupAddress, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { SECOND_MS } from '@glasspool/core';
import type { WebhookTransport } from '@glasspool/identity/webhooks';
import ipaddr from 'ipaddr.js';

const TIMEOUT_MS = 10 * SECOND_MS;

/** An address of a network that is not the internet: ours, or a private one. */
class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly code = 'ADDRESS_NOT_PUBLIC';
}

/**
 * Sends events to servers that users name, and never into the network that the pool runs in (OWASP ASVS 5.0, 1.3.6): https to public
 * addresses only, checked for the very address that is connected to, without redirects. On the local networks loopback is allowed, and
 * nothing else is.
 */
export function createWebhookTransport(options: { allowsLoopback: boolean }): WebhookTransport {
  const { allowsLoopback } = options;
  const isAllowed = (address: string): boolean => {
    const range = getRange(address);
    return range === 'unicast' || (allowsLoopback && range === 'loopback');
  };
  return {
    accepts: (url) => isAcceptable(url, { allowsLoopback, isAllowed }),
    post: async ({ url, headers, body }) => {
      const target = new URL(url);
      // A name is looked up by the connection itself, so that the address which was checked is the one that is used.
      if (!isAcceptable(url, { allowsLoopback, isAllowed })) throw new ForbiddenAddressError();
      return post(target, { headers, body, isAllowed });
    },
  };
}

function isAcceptable(
  url: string,
  { allowsLoopback, isAllowed }: { allowsLoopback: boolean; isAllowed: (address: string) => boolean },
): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host)) return false;
  const isLoopback = host === 'localhost' || (isIP(host) !== 0 && getRange(host) === 'loopback');
  return protocol === 'https:' || (protocol === 'http:' && allowsLoopback && isLoopback);
}

function getRange(address: string): string {
  // An IPv4 address inside an IPv6 one is judged as what it is.
  return ipaddr.process(address).range();
}

function post(
  target: URL,
  {
    headers,
    body,
    isAllowed,
  }: {
    headers: Readonly<Record<string, string>>;
    body: string;
    isAllowed: (address: string) => boolean;
  },
): Promise<{ status: number }> {
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = send(
      target,
      {
        method: 'POST',
        headers: {
          ...headers,
          'content-length': Buffer.byteLength(body),
          'user-agent': 'glasspool-webhook/1',
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        lookup: (host, lookupOptions, callback) => {
          lookup(host, { ...lookupOptions, all: true }, (error, found: LookupAddress[]) => {
            const [first] = found ?? [];
            if (error !== null || first === undefined) return callback(error, []);
            if (!found.every(({ address }) => isAllowed(address)))
              return callback(new ForbiddenAddressError(), []);
            return lookupOptions.all === true
              ? callback(null, found)
              : callback(null, first.address, first.family);
          });
        },
      },
      (answer) => {
        // The status is all that counts; what else is sent is not read.
        answer.destroy();
        resolve({ status: answer.statusCode ?? 0 });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
