// Goal: a node that caps batches or ranges, in whatever form, is asked for as little as it takes; one that is asked too often is not asked more.
// Method: an HTTP server that refuses as real nodes and their proxies do.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { TEST_USDT_ADDRESS } from '../local/index.ts';
import { BscChain } from './index.ts';

const Call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
type Call = z.infer<typeof Call>;
interface Refusal {
  readonly status: number;
  readonly body: (calls: readonly Call[]) => unknown;
}

/** Fewer than the adapter asks for at once, of headers and of receipts. */
const MAX = 4;
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
const error = (message: string): object => ({ code: -32_600, message });
const REFUSALS: readonly (readonly [string, Refusal])[] = [
  [
    'one object without an id',
    { status: 200, body: () => ({ jsonrpc: '2.0', id: null, error: error('batch too large') }) },
  ],
  [
    'one item for all',
    { status: 200, body: ([first]) => [{ jsonrpc: '2.0', id: first?.id, error: error('batch too large') }] },
  ],
  [
    'an error for each',
    {
      status: 200,
      body: (calls) => calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: error('response too large') })),
    },
  ],
  ...[400, 413, 500].map(
    (status) => [`the status ${status}`, { status, body: () => ({ error: 'At most 4.' }) }] as const,
  ),
];

let server: Server;
let chain: BscChain;
afterEach(async () => {
  chain[Symbol.dispose]();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

function answer({ id, method, params }: Call): object {
  const height = Number(params[0]);
  const header = {
    number: `0x${height.toString(16)}`,
    hash: word(height),
    parentHash: word(height - 1),
    logsBloom: `0x${'0'.repeat(512)}`,
    receiptsRoot: word(0),
    transactions: [],
  };
  return { jsonrpc: '2.0', id, result: method === 'eth_getBlockReceipts' ? [] : header };
}

/** Starts a node that refuses more than it takes. Returns the sizes of what it was asked for. */
async function startNode(refusal: Refusal, max: number): Promise<number[]> {
  const sizes: number[] = [];
  server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const calls = z.array(Call).parse(Array.isArray(body) ? body : [body]);
      const size = calls.length;
      sizes.push(size);
      const isRefused = size > max;
      const reply = isRefused ? refusal.body(calls) : calls.map(answer);
      response.writeHead(isRefused ? refusal.status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(!isRefused && !Array.isArray(body) ? calls.map(answer)[0] : reply));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  chain = new BscChain({
    network: 'testnet',
    // A TCP server that listens has an AddressInfo; the string form is for sockets only.
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    usdtContract: TEST_USDT_ADDRESS,
    finality: { kind: 'tag', stalledAfterBlocks: 240 },
    feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
    blockAgeMaxMs: null,
    keys: deriveKeys(createMnemonic()).BSC,
  });
  return sizes;
}

describe('a node that takes 4 blocks at once', () => {
  it.each(REFUSALS)('is read to the end where it refuses more with %s', async (_how, refusal) => {
    await startNode(refusal, MAX);
    // Pitfall: a cap on batches or ranges stops the scanner
    expect(await chain.readBlocks({ from: 1, to: 120 })).toMatchObject({ last: { height: 120 } });
  });
});

describe('a node that is asked too often', () => {
  it('is not asked for smaller parts', async () => {
    const sizes = await startNode({ status: 429, body: () => ({ error: 'Too many requests' }) }, 0);
    await expect(chain.readBlocks({ from: 1, to: 40 })).rejects.toThrow('retry limit');
    expect(new Set(sizes)).toEqual(new Set([40]));
  });
});
