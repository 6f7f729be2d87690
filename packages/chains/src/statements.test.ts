// Goal: a statement of control can be checked by anyone, and is of one address, one text and one network.
import { NETWORK_OF, type Network } from '@glasspool/core';
import { recoverSigner } from '@glasspool/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestChains, type TestChains } from './testing-node.ts';

let chains: TestChains;
beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(() => chains[Symbol.asyncDispose]());

describe.each([
  ['BSC', 'TRON'],
  ['TRON', 'BSC'],
] as const)('a statement signed on %s', (network, other: Network) => {
  it('is of its address, of its text, and of no other network', async () => {
    const chain = network === NETWORK_OF.USDT ? chains.bsc : chains.tron;
    for (const index of [0, 5]) {
      const text = 'Ünïcode, and\nmore lines';
      const signature = await chain.signStatement(index, text);
      expect(recoverSigner(network, text, signature)).toBe(chain.deriveAddress(index));
      expect(recoverSigner(network, `${text} `, signature)).not.toBe(chain.deriveAddress(index));
      // Pitfall: a signature shows control at one time, on no particular chain
      expect(recoverSigner(other, text, signature)).not.toBe(chain.deriveAddress(index));
    }
    expect(await chain.getChainId()).toMatch(network === 'BSC' ? /^31337$/ : /^0{16}[0-9a-f]{48}$/);
  });
});
