// Goal: a node that answers 429 is given up soon, so that another one is asked instead.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { TEST_USDT_ADDRESS } from '../local/index.ts';
import { BscChain } from './index.ts';

it('sends one call three times at most', async () => {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.writeHead(429).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const chain = new BscChain({
    network: 'testnet',
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    usdtContract: TEST_USDT_ADDRESS,
    finality: { kind: 'tag', stalledAfterBlocks: 240 },
    feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
    blockAgeMaxMs: null,
    keys: deriveKeys(createMnemonic()).BSC,
  });
  try {
    await expect(chain.assertAllowedNetwork()).rejects.toThrow('retry limit');
    // Pitfall: a rate limit holds up everything
    expect(calls).toBe(3);
  } finally {
    chain[Symbol.dispose]();
    server.close();
  }
});
