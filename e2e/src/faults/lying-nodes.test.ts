// Goal: that a node knows nothing of a payment is no proof that it did not happen: refunded although it went through.
// Method: real nodes whose receipts are all hidden, as those of a node that is far behind.
import { mintTestToken, sendTestBnb, sendTestTrx } from '@glasspool/chains/local';
import { MINUTE_MS } from '@glasspool/core';
import { ManualClock, SeededRandom } from '@glasspool/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../rest-client.ts';
import { type FaultyChains, FINALITY_BLOCKS, startFaultyChains } from './faulty-chains.ts';

const OUTSIDE = {
  BSC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
const clock = new ManualClock();

let faulty: FaultyChains;
beforeAll(async () => {
  faulty = await startFaultyChains(new SeededRandom(1), clock);
  for (const network of ['BSC', 'TRON'] as const) await faulty.mine(network, 1);
  const { bscUrl, tronUrl, honest } = faulty;
  await sendTestBnb(bscUrl, honest.BSC.deriveAddress(0), 10n ** 18n);
  await faulty.mine('BSC', 1);
  await mintTestToken(bscUrl, honest.BSC.deriveAddress(0), 10n ** 20n);
  await sendTestTrx(tronUrl, honest.TRON.deriveAddress(0), 100_000_000n);
  for (const network of ['BSC', 'TRON'] as const) await faulty.mine(network, FINALITY_BLOCKS + 1);
});
afterAll(() => faulty[Symbol.asyncDispose]());

describe.each(['BSC', 'TRON'] as const)('a %s node that hides receipts or is silent', (network) => {
  async function sign(units: bigint) {
    const chain = faulty.chains[network];
    const nonce = await chain.getNonce(0);
    return chain.signTransfer({
      fromIndex: 0,
      currency: chain.currency,
      to: OUTSIDE[network],
      units,
      nonce,
    } as const);
  }

  const hide = (isHidden: boolean): void => {
    for (const proxy of Object.values(faulty.proxies)) proxy.hidesReceipts = isHidden;
  };

  it('proves nothing of a payment that is final', async () => {
    const signed = await sign(5_000_000n);
    await faulty.chains[network].broadcast(signed.raw);
    await faulty.mine(network, FINALITY_BLOCKS + 1);
    clock.advance(20 * MINUTE_MS);
    await faulty.mine(network, FINALITY_BLOCKS + 1);
    hide(true);
    // Pitfall: a node knows nothing of a payment that is final
    expect(await faulty.chains[network].getOutcome(signed.txHash)).toEqual({ status: 'unknown' });
    // BSC has it in a block all the same: the node keeps no index that old.
    const proof = await faulty.chains[network].findDropProof([signed]).catch(String);
    expect(proof ?? 'none').toMatch(network === 'BSC' ? /and no receipt of it/ : /^none$/);
    hide(false);
    expect(await faulty.chains[network].getOutcome(signed.txHash)).toMatchObject({ isFinal: true });
  });

  it('proves what the blocks themselves prove', async () => {
    const lost = await sign(6_000_000n);
    const winner = await sign(7_000_000n);
    await faulty.chains[network].broadcast(winner.raw);
    await faulty.mine(network, FINALITY_BLOCKS + 1);
    clock.advance(20 * MINUTE_MS);
    await faulty.mine(network, FINALITY_BLOCKS + 1);
    expect(await faulty.chains[network].findDropProof([lost])).toBeDefined();
    expect(await faulty.chains[network].findDropProof([winner])).toBeUndefined();
  });

  it('fails a question in its time when it never answers', async () => {
    const impatient = faulty.connectImpatient(200)[network];
    for (const proxy of Object.values(faulty.proxies)) proxy.isSilent = true;
    await expect(impatient.getHead()).rejects.toThrow(/time/i);
    for (const proxy of Object.values(faulty.proxies)) proxy.isSilent = false;
    // The same client is answered again; on a busy machine its short time may pass once more before that.
    const { height } = await eventually(() => impatient.getHead().catch(() => undefined));
    expect(height).toBeGreaterThan(0);
  });
});
