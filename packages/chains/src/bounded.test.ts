// Goal: a node that trickles, floods or redirects ends neither a question nor the program; a slow one of three does not hold up the others.
// Method: HTTP servers that answer as such nodes do, in front of both adapters; nodes in memory, one of which never answers.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { BscChain } from './bsc/index.ts';
import { FailoverChain } from './failover.ts';
import { createMnemonic, deriveKeys } from './keys/index.ts';
import { TEST_USDT_ADDRESS } from './local/index.ts';
import { createNode, HEAD } from './testing-node-in-memory.ts';
import { TronChain } from './tron/index.ts';

const TIMEOUT_MS = 400;
const keys = deriveKeys(createMnemonic());
const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

/** Both adapters at a server that answers every request in this way. */
async function connect(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  // A TCP server that listens has an AddressInfo; the string form is for sockets only.
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bsc = stack.use(
    new BscChain({
      network: 'local',
      rpcUrl,
      usdtContract: TEST_USDT_ADDRESS,
      finality: { kind: 'depth', blocks: 3 },
      feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
      blockAgeMaxMs: null,
      requestTimeoutMs: TIMEOUT_MS,
      keys: keys.BSC,
    }),
  );
  const tron = new TronChain({ network: 'local', rpcUrl, requestTimeoutMs: TIMEOUT_MS, keys: keys.TRON });
  return [bsc, tron] as const;
}

describe('an answer', () => {
  it('ends when its time is over, though something trickles in', async () => {
    const timers: NodeJS.Timeout[] = [];
    const chains = await connect((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      timers.push(setInterval(() => response.write(' '), TIMEOUT_MS / 8));
    });
    // Pitfall: a node that never ends its answer
    for (const chain of chains) await expect(chain.getHead()).rejects.toMatchObject({ code: 'TIMEOUT' });
    for (const timer of timers) clearInterval(timer);
  });

  it('is given up once it is larger than any real one', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const chains = await connect((response) => {
      response.writeHead(200);
      const send = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', send);
      send();
    });
    const before = process.memoryUsage().rss;
    for (const chain of chains)
      await expect(chain.getHead()).rejects.toThrow(/larger than 67108864 bytes|request timeout/);
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
  });

  it('is unpacked no further than any real one', async () => {
    const bomb = gzipSync(Buffer.alloc(512 * 1024 * 1024, ' '));
    const chains = await connect((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const before = process.memoryUsage().rss;
    for (const chain of chains) await expect(chain.getHead()).rejects.toThrow();
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
  });

  it('leads to no other address', async () => {
    const followed = vi.fn();
    const [there] = await connect((response) => {
      followed();
      response.end('{}');
    });
    const target = there.payment.kind;
    const chains = await connect((response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/secret' }).end();
    });
    for (const chain of chains) await expect(chain.getHead()).rejects.toThrow(/redirects to http/);
    expect([target, followed.mock.calls.length]).toEqual(['evm', 0]);
  });
});

describe('a compressed answer', () => {
  it('is read', async () => {
    const id = { jsonrpc: '2.0', id: 1, result: '0x7a69' };
    const [bsc] = await connect((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(id)));
    });
    await bsc.assertAllowedNetwork();
  });
});

describe('a slow node of three', () => {
  it('is not waited for without an end', async () => {
    const quick = { findBlock: async (height: number) => ({ height, hash: 'a', parentHash: 'b' }) };
    const never = {
      findBlock: () => new Promise<never>(() => undefined),
      getHead: async () => ({ ...HEAD, timeMs: 0 }),
    };
    const chain = new FailoverChain([createNode(quick), createNode(never), createNode(quick)]);
    expect(await chain.findBlock(3)).toMatchObject({ hash: 'a' });
    expect(await chain.findBlock(4)).toMatchObject({ hash: 'a' });
  });
});
