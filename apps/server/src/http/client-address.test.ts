// Goal: a call counts as its caller's, whatever they claim, and behind a proxy as well.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

/** IP address that a call counts for, from its peer address and X-Forwarded-For. */
function deriveAddress(trusted: readonly string[], from: string, forwardedFor?: string): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return createClientAddress(trusted)(request);
}

describe('whose call it is', () => {
  it.each([
    ['who is connected, where no proxy is trusted', [], '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['who is connected, where no header came', ['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
    ['what the trusted proxy says', ['127.0.0.1'], '127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['not what someone else says', ['127.0.0.1'], '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    [
      'what the proxy added, not what the client claims',
      ['127.0.0.1'],
      '127.0.0.1',
      '1.2.3.4, 203.0.113.5',
      '203.0.113.5',
    ],
    [
      'what the first of two proxies says',
      ['127.0.0.1', '10.0.0.0/8'],
      '127.0.0.1',
      '1.2.3.4, 203.0.113.5, 10.1.2.3',
      '203.0.113.5',
    ],
    ['the same over IPv6', ['::1'], '::1', '2001:db8::7', '2001:db8::7'],
    ['the same where IPv4 comes as IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.5', '203.0.113.5'],
  ])('is %s', (_name, trusted, from, forwardedFor, expected) => {
    // ASVS 4.1.3
    expect(deriveAddress(trusted, from, forwardedFor)).toBe(expected);
  });
});
