// Goal: what addresses hold at a block is proved by the block, against a real node.
import { fromHex, readProvedBalances } from '@glasspool/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintTestToken } from './local/index.ts';
import { eventually, startTestChains, type TestChains } from './testing-node.ts';

const ONE = 10n ** 18n;

let chains: TestChains;
beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(() => chains[Symbol.asyncDispose]());

async function waitUntilFinal(txHash: string): Promise<void> {
  await eventually(async () => {
    const outcome = await chains.bsc.getOutcome(txHash);
    return outcome.status === 'mined' && outcome.isFinal ? outcome : undefined;
  });
}

describe('a proof of balances', () => {
  it('is of its block, whatever moved since', async () => {
    const { bsc, local } = chains;
    const [holder, stranger] = [bsc.deriveAddress(91), bsc.deriveAddress(92)];
    await waitUntilFinal(await mintTestToken(local.bscUrl, holder, 3n * ONE));
    const { finalizedHeight: height } = await bsc.getHead();
    await mintTestToken(local.bscUrl, holder, ONE);
    const proof = await bsc.proveBalances([stranger, holder], height);
    if (proof === undefined) throw new Error('The local node gives proofs.');
    const hash = fromHex((await bsc.findBlock(height))?.hash ?? '');
    expect([...readProvedBalances(proof, { hash, height })]).toEqual([
      [stranger, 0n],
      [holder, 3n * ONE],
    ]);
  });

  it('is missing at a block that is older than the token', async () => {
    const { bsc } = chains;
    expect(await bsc.proveBalances([bsc.deriveAddress(91)], 0)).toBeUndefined();
  });

  it('is none where the node has no such block, and on TRON', async () => {
    const { bsc, tron } = chains;
    const { height } = await bsc.getHead();
    expect(await bsc.proveBalances([bsc.deriveAddress(91)], height + 10_000)).toBeUndefined();
    expect(await tron.proveBalances()).toBeUndefined();
  });
});
