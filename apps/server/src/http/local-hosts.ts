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
