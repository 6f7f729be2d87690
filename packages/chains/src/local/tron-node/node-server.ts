import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Body, createMethods, type Method } from './methods.ts';
import { TronNodeState } from './node-state.ts';

const BODY_BYTES_MAX = 4 * 1024 * 1024;

export interface TronNodeOptions {
  /** File of the chain; in memory only when absent. */
  readonly file?: string;
  readonly blockIntervalMs: number;
  /** Number of blocks by which the solidified one lags behind the newest. */
  readonly solidityLag: number;
  /** The chain's time, in ms. */
  readonly now: () => number;
  readonly port?: number;
}

/** A development node that speaks java-tron's HTTP API. See the README beside this file for what it leaves out. */
export interface TronNode extends AsyncDisposable {
  readonly url: string;
  produceBlock(): void;
  /** Has it answer no receipts of blocks, or answer them again. */
  keepReceipts(keeps: boolean): void;
  /** Goes over to another fork: the newest blocks are replaced by others, with those of their transactions that `keeps` names. */
  switchFork(depth: number, keeps?: (txId: string) => boolean): void;
}

/** Starts the node on the loopback interface; disposing it stops it. */
export async function startTronNode(options: TronNodeOptions): Promise<TronNode> {
  const state = new TronNodeState({ file: options.file, solidityLag: options.solidityLag });
  const methods = createMethods(state, options.now);
  const server = createServer((request, response) => {
    void answer(methods, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' });
      response.end(JSON.stringify(body));
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const produceBlock = (): void => state.produceBlock(options.now());
  produceBlock();
  const timer = setInterval(produceBlock, options.blockIntervalMs);
  return {
    url: `http://127.0.0.1:${getPort(server)}`,
    produceBlock,
    keepReceipts: (keeps) => {
      state.keepsReceipts = keeps;
    },
    switchFork: (depth, keeps = () => true) => state.switchFork(depth, options.now(), keeps),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      // A kept chain holds blocks only: what still waits would be forgotten, as no real network does.
      produceBlock();
    },
  };
}

function getPort(server: Server): number {
  // A TCP server that listens has an AddressInfo; the string form is for sockets only.
  return (server.address() as AddressInfo).port;
}

async function answer(
  methods: ReadonlyMap<string, Method>,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? '/', 'http://node');
  const method = methods.get(url.pathname);
  if (method === undefined)
    return {
      status: request.method === 'GET' ? 404 : 405,
      body: { Error: `No such method: ${url.pathname}` },
    };
  try {
    const body = request.method === 'POST' ? await readJson(request) : Object.fromEntries(url.searchParams);
    return { status: 200, body: method(body) };
  } catch (error) {
    // java-tron answers 200 with an Error field naming the exception.
    const message = error instanceof Error ? error.message : String(error);
    return { status: 200, body: { Error: `class java.lang.Exception : ${message}` } };
  }
}

async function readJson(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > BODY_BYTES_MAX) throw new RangeError(`body size is too big, the limit is ${BODY_BYTES_MAX}`);
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
