import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Returns true for a Host header that a page of another site cannot have: an address, `localhost`, or the name that the operator set. On a
 * local network everything is open to all who reach it, and a name that leads to 127.0.0.1 (DNS rebinding) would let any page in.
 */
export function isLocalHost(host: string | undefined, publicUrl: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    isIP(name) !== 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    hostname === new URL(publicUrl).hostname
  );
}

/** Calls of the app and the developer calls: an image of another site may name one, and starts what it stands for. */
const OWN_CALLS = /^\/(trpc|api\/dev)\//;

/** Returns true for a call that a page of another site made the browser send. Programs say nothing of where they are. */
export function isForeignCall(path: string, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return OWN_CALLS.test(path) && (site === 'cross-site' || site === 'same-site');
}
