// Goal: nothing is ever signed on a network where tokens have value.
// Method: nodes that say they are somewhere else, over HTTP as a real one would.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BscChain } from './bsc/index.ts';
import { NetworkRefusedError } from './chain.ts';
import { createMnemonic, deriveKeys } from './keys/index.ts';
import { TEST_USDT_ADDRESS } from './local/index.ts';
import { TronChain } from './tron/index.ts';

const keys = deriveKeys(createMnemonic());
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function nodeThatAnswers(answer: (body: Record<string, unknown>) => object): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(JSON.parse(text || '{}'))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bscNode(chainId: number, network: 'local' | 'testnet'): Promise<BscChain> {
  const rpcUrl = await nodeThatAnswers((body) => ({
    jsonrpc: '2.0',
    id: body['id'],
    result: `0x${chainId.toString(16)}`,
  }));
  const chain = new BscChain({
    network,
    rpcUrl,
    usdtContract: TEST_USDT_ADDRESS,
    finality: { kind: 'tag', stalledAfterBlocks: 240 },
    feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
    blockAgeMaxMs: null,
    keys: keys.BSC,
  });
  cleanUps.push(() => chain[Symbol.dispose]());
  return chain;
}

async function tronNode(blockID: string, network: 'local' | 'testnet'): Promise<TronChain> {
  const rpcUrl = await nodeThatAnswers(() => ({ blockID, block_header: { raw_data: {} } }));
  return new TronChain({ network, rpcUrl, keys: keys.TRON });
}

describe('the network guard', () => {
  it('refuses BSC mainnet, by name', async () => {
    const refusal = (await bscNode(56, 'testnet')).assertAllowedNetwork();
    await expect(refusal).rejects.toThrow(NetworkRefusedError);
    await expect((await bscNode(56, 'local')).assertAllowedNetwork()).rejects.toThrow(
      'BSC mainnet (chain 56)',
    );
  });

  it.each([1, 137, 31_337, 0])('refuses chain %i as a test network', async (chainId) => {
    await expect((await bscNode(chainId, 'testnet')).assertAllowedNetwork()).rejects.toThrow(
      'test networks only',
    );
  });

  it('accepts BSC testnet', async () => {
    await expect((await bscNode(97, 'testnet')).assertAllowedNetwork()).resolves.toBeUndefined();
  });

  it('refuses TRON mainnet, by name', async () => {
    const mainnet = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
    await expect((await tronNode(mainnet, 'testnet')).assertAllowedNetwork()).rejects.toThrow('TRON mainnet');
    await expect((await tronNode(mainnet, 'local')).assertAllowedNetwork()).rejects.toThrow(
      NetworkRefusedError,
    );
  });

  it.each([
    '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
    '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
  ])('accepts the TRON test network with genesis %s', async (genesis) => {
    await expect((await tronNode(genesis, 'testnet')).assertAllowedNetwork()).resolves.toBeUndefined();
  });
});
