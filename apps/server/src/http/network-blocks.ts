import ipaddr from 'ipaddr.js';

/** RFC 4291, 2.5.4: the network of one host or household has 64 bits. RFC 6177: a site is often given 48. */
const SUBNET_BITS = 64;
const SITE_BITS = 48;
const GROUP_BITS = 16;

/** Blocks that an address is counted in. */
export interface NetworkBlocks {
  /** An IPv4 address, or the /64 of an IPv6 address: a host with one of its addresses has all of them. */
  readonly host: string;
  /** The /48 of an IPv6 address; undefined for IPv4. */
  readonly site: string | undefined;
}

/** Reads an address in any of its spellings; IPv4 in IPv6 is IPv4. A text that is not an address is counted as itself. */
export function readNetworkBlocks(address: string): NetworkBlocks {
  if (!ipaddr.isValid(address)) return { host: address, site: undefined };
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return { host: parsed.toString(), site: undefined };
  const { parts } = parsed;
  const prefix = (bits: number): string =>
    `${parts
      .slice(0, bits / GROUP_BITS)
      .map((part) => part.toString(16))
      .join(':')}::/${bits}`;
  return { host: prefix(SUBNET_BITS), site: prefix(SITE_BITS) };
}
