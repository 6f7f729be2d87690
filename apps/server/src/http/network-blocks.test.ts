// Goal: a host with a network of many addresses counts once, and each spelling of an address is the same one.
import { describe, expect, it } from 'vitest';
import { readNetworkBlocks } from './network-blocks.ts';

describe('an address', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5', undefined],
    ['::ffff:203.0.113.5', '203.0.113.5', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1:ffff::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['unknown', 'unknown', undefined],
  ])('%s counts as %s', (address, host, site) => {
    // ASVS 2.4.1
    expect(readNetworkBlocks(address)).toEqual({ host, site });
  });
});
