// A published story over HTTP, for verifiers that are programs of their own: the pool's files, a node of BSC (JSON-RPC) and one of TRON.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toChecksumAddress } from '@glasspool/core';
import type { PublishedPool, SimulatedChains } from '@glasspool/lab/lies';
import type { ListedMovement, MovesOnChain } from '@glasspool/proof';
import { z } from 'zod';

/** The token of these stories. */
export const USDT_CONTRACT = `0x${'55'.repeat(20)}`;
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Receiver on BSC of what a story sends away. */
const OUTSIDE = `0x${'dd'.repeat(20)}`;
const SECOND_MS = 1_000;

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const padded = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/** Serves a pool on loopback until it is disposed of. */
export class ServedStory implements AsyncDisposable {
  readonly #server;
  readonly url: string;

  private constructor(server: ReturnType<typeof createServer>, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(pool: PublishedPool, movements: readonly ListedMovement[] = []): Promise<ServedStory> {
    const server = createServer((request, response) => {
      // As nodes do that allow requests from web pages.
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'content-type');
      if (request.method === 'OPTIONS') return response.end();
      return answer(pool, movements, request)
        .then((body) => send(response, body))
        .catch(() => response.writeHead(500).end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return new ServedStory(server, `http://127.0.0.1:${address.port}`);
  }

  get bscUrl(): string {
    return `${this.url}/bsc`;
  }

  get tronUrl(): string {
    return `${this.url}/tron`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function send(response: ServerResponse, body: unknown): void {
  if (body === undefined) response.writeHead(404).end();
  else if (body instanceof Uint8Array) response.end(body);
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

async function answer(
  { files, chains, snapshots }: PublishedPool,
  movements: readonly ListedMovement[],
  request: IncomingMessage,
): Promise<unknown> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const snapshot = pathname.split('/api/transparency/snapshots/')[1];
  if (snapshot !== undefined) return files.get(snapshot);
  if (pathname === '/api/transparency/snapshots') return { data: [{ number: snapshots.length - 1 }] };
  if (pathname === '/api/transparency/movements') return { data: movements };
  const body: unknown = JSON.parse(await readBody(request));
  if (pathname === '/bsc') return answerBsc(chains, Call.parse(body));
  return answerTron(chains, pathname.replace('/tron/wallet/', ''), TronCall.parse(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

const Call = z.object({ method: z.string(), params: z.array(z.unknown()) });

async function answerBsc(
  chains: SimulatedChains,
  { method, params }: z.infer<typeof Call>,
): Promise<{ result: unknown } | { error: { message: string } }> {
  const [first] = params;
  switch (method) {
    case 'eth_chainId':
      return { result: hex(chains.bscChainId) };
    case 'eth_blockNumber':
      return { result: hex(chains.headHeight) };
    case 'eth_getBlockByNumber':
      return { result: await readBlock(chains, Number(first)) };
    case 'eth_getTransactionByHash':
      return { result: await readTransaction(chains, String(first)) };
    case 'eth_getTransactionReceipt':
      return { result: await readReceipt(chains, String(first)) };
    case 'eth_call': {
      const { data } = z.object({ data: z.string() }).parse(first);
      const units = await chains.getBalanceUnits('BSC', toChecksumAddress(`0x${data.slice(-40)}`));
      return { result: `0x${units.toString(16).padStart(64, '0')}` };
    }
    default:
      return { error: { message: 'no such method' } };
  }
}

async function readBlock(chains: SimulatedChains, height: number) {
  const block = await chains.findBlock('BSC', height).catch(() => undefined);
  return block === undefined
    ? null
    : { hash: `0x${block.hash}`, timestamp: hex(Math.floor(block.timeMs / SECOND_MS)) };
}

async function readTransaction(chains: SimulatedChains, txHash: string) {
  const found = await chains.findAnchor(txHash);
  if (found === undefined) return null;
  const { from, to, valueUnits, nonce, data } = found;
  return { from, to, value: hex(valueUnits), nonce: hex(nonce), input: data };
}

async function readReceipt(chains: SimulatedChains, txHash: string) {
  const anchor = await chains.findAnchor(txHash);
  if (anchor !== undefined)
    return { status: anchor.succeeded ? '0x1' : '0x0', blockNumber: hex(anchor.blockHeight), logs: [] };
  const found = await chains.findMoves('BSC', txHash);
  if (found === undefined) return null;
  const logs = getTransfers(found).map(({ from, to, units }) => ({
    address: USDT_CONTRACT,
    topics: [TRANSFER_TOPIC, padded(from), padded(to.startsWith('0x') ? to : OUTSIDE)],
    data: `0x${units.toString(16).padStart(64, '0')}`,
  }));
  return { status: '0x1', blockNumber: hex(found.blockHeight), logs };
}

function getTransfers({ moves }: MovesOnChain) {
  return moves.flatMap(({ from, to, units }) => (to === null ? [] : [{ from, to, units }]));
}

const TronCall = z.object({
  num: z.number().optional(),
  address: z.string().optional(),
  value: z.string().optional(),
});

async function answerTron(
  chains: SimulatedChains,
  call: string,
  { num = 0, address = '', value = '' }: z.infer<typeof TronCall>,
): Promise<unknown> {
  if (call === 'getaccount') return { balance: Number(await chains.getBalanceUnits('TRON', address)) };
  if (call === 'getblockbynum') {
    const block = await chains.findBlock('TRON', num).catch(() => undefined);
    if (block === undefined) return {};
    return { blockID: block.hash, block_header: { raw_data: { timestamp: block.timeMs } } };
  }
  const found = await chains.findMoves('TRON', value);
  if (found === undefined) return {};
  const fee = found.moves.reduce((sum, { to, units }) => (to === null ? sum + units : sum), 0n);
  if (call === 'gettransactioninfobyid') return { blockNumber: found.blockHeight, fee: Number(fee) };
  const contract = getTransfers(found).map(({ from, to, units }) => ({
    type: 'TransferContract',
    parameter: { value: { owner_address: from, to_address: to, amount: Number(units) } },
  }));
  return { ret: [{ contractRet: 'SUCCESS' }], raw_data: { contract } };
}
