import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TronWeb } from 'tronweb';
import { CHAIN_PARAMETERS, TransferRefused } from './ledger.ts';
import { type Block, type Included, TronNodeState } from './node-state.ts';

const BODY_BYTES_MAX = 1024 * 1024;
const BLOCKS_A_CALL_MAX = 100;

export interface TronNodeOptions {
  /** Where the chain is kept; in memory only when absent. */
  readonly file?: string;
  readonly blockIntervalMs: number;
  /** How many blocks the solidified one lags behind the newest. */
  readonly solidityLag: number;
  /** The chain's time, in ms. */
  readonly now: () => number;
  readonly port?: number;
}

/** A development node that speaks java-tron's HTTP API. See the README beside this file for what it leaves out. */
export interface TronNode extends AsyncDisposable {
  readonly url: string;
  produceBlock(): void;
  /** Goes over to another fork: the newest blocks are replaced by others, with those of their transactions that `keeps` names. */
  switchFork(depth: number, keeps?: (txId: string) => boolean): void;
}

type Body = Readonly<Record<string, unknown>>;
type Handler = (body: Body) => unknown;

/** Starts the node on the loopback interface; disposing it stops it. */
export async function startTronNode(options: TronNodeOptions): Promise<TronNode> {
  const state = new TronNodeState({ file: options.file, solidityLag: options.solidityLag });
  const handlers = createHandlers(state, options.now);
  const server = createServer((request, response) => {
    void answer(handlers, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const produceBlock = (): void => state.produceBlock(options.now());
  produceBlock();
  const timer = setInterval(produceBlock, options.blockIntervalMs);
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    produceBlock,
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

function portOf(server: Server): number {
  // A TCP server that listens has an AddressInfo; the string form is for sockets only.
  return (server.address() as AddressInfo).port;
}

async function answer(
  handlers: ReadonlyMap<string, Handler>,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? '/', 'http://node');
  const handler = handlers.get(url.pathname);
  if (handler === undefined) return { status: 404, body: { Error: `No such method: ${url.pathname}` } };
  try {
    const body = request.method === 'POST' ? await readJson(request) : Object.fromEntries(url.searchParams);
    return { status: 200, body: handler(body) };
  } catch (error) {
    // java-tron answers 200 with an Error field naming the exception.
    return {
      status: 200,
      body: { Error: error instanceof Error ? `${error.name} : ${error.message}` : String(error) },
    };
  }
}

async function readJson(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > BODY_BYTES_MAX) throw new RangeError('body size is too big');
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function createHandlers(state: TronNodeState, now: () => number): ReadonlyMap<string, Handler> {
  const both = (name: string, handler: (body: Body, solid: boolean) => unknown): [string, Handler][] => [
    [`/wallet/${name}`, (body) => handler(body, false)],
    [`/walletsolidity/${name}`, (body) => handler(body, true)],
  ];
  const newest = (solid: boolean): Block => (solid ? state.solid : state.head);
  const visible = (body: Body): boolean => body['visible'] === true;
  const found = (body: Body, solid: boolean): Included | undefined => {
    const included = state.included.get(String(body['value']));
    return included !== undefined && included.block.number <= newest(solid).number ? included : undefined;
  };
  return new Map<string, Handler>([
    ...both('getnowblock', (body, solid) => presentBlock(newest(solid), visible(body))),
    ...both('getblockbynum', (body, solid) => {
      const block = state.blocks[Number(body['num'])];
      return block !== undefined && block.number <= newest(solid).number
        ? presentBlock(block, visible(body))
        : {};
    }),
    [
      '/wallet/getblock',
      (body) => presentBlock(findBlock(state, body['id_or_num']), visible(body), body['detail'] === true),
    ],
    ...both('getblockbylimitnext', (body, solid) => {
      const start = Number(body['startNum']);
      const end = Math.min(Number(body['endNum']), start + BLOCKS_A_CALL_MAX, newest(solid).number + 1);
      const blocks = state.blocks.slice(start, end).map((block) => presentBlock(block, visible(body)));
      return blocks.length > 0 ? { block: blocks } : {};
    }),
    ...both('gettransactioninfobyblocknum', (body, solid) => {
      const block = state.blocks[Number(body['num'])];
      if (block === undefined || block.number > newest(solid).number) return [];
      return block.transactions.map(({ txID }) => presentInfo(state.included.get(txID)));
    }),
    ...both('getaccount', (body, solid) =>
      presentAccount(state, addressOf(body), newest(solid), visible(body)),
    ),
    ['/wallet/getaccountnet', (body) => presentAccountNet(state, addressOf(body), now())],
    ['/wallet/getaccountresource', (body) => presentAccountNet(state, addressOf(body), now())],
    [
      '/wallet/getchainparameters',
      () => ({ chainParameter: Object.entries(CHAIN_PARAMETERS).map(([key, value]) => ({ key, value })) }),
    ],
    ...both('gettransactionbyid', (body, solid) => {
      const included = found(body, solid);
      return included === undefined ? {} : presentTransaction(included.transaction, visible(body));
    }),
    ...both('gettransactioninfobyid', (body, solid) => presentInfo(found(body, solid))),
    ['/wallet/broadcasttransaction', (body) => broadcast(state, body, now())],
  ]);
}

function findBlock(state: TronNodeState, idOrNumber: unknown): Block {
  if (idOrNumber === undefined) return state.head;
  const text = String(idOrNumber);
  const block = /^\d+$/.test(text)
    ? state.blocks[Number(text)]
    : state.blocks.find((candidate) => candidate.id === text);
  if (block === undefined) throw new RangeError(`no block ${text}`);
  return block;
}

function broadcast(state: TronNodeState, body: Body, nowMs: number): object {
  try {
    return { result: true, txid: state.accept(body, nowMs) };
  } catch (error) {
    if (!(error instanceof TransferRefused)) throw error;
    return {
      code: error.code,
      txid: String(body['txID'] ?? ''),
      message: Buffer.from(error.message).toString('hex'),
    };
  }
}

function addressOf(body: Body): string {
  const text = String(body['address'] ?? '');
  return body['visible'] === true || text.startsWith('T') ? TronWeb.address.toHex(text) : text;
}

function shown(address: string, visible: boolean): string {
  return visible ? TronWeb.address.fromHex(address) : address;
}

function presentBlock(block: Block, visible: boolean, withTransactions = true): object {
  const transactions = block.transactions.map((transaction) => presentTransaction(transaction, visible));
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        ...(block.number === 0 ? {} : { number: block.number, timestamp: block.timestamp, version: 31 }),
        txTrieRoot: block.txTrieRoot,
        parentHash: block.parentHash,
      },
    },
    ...(withTransactions && transactions.length > 0 ? { transactions } : {}),
  };
}

function presentTransaction(transaction: Included['transaction'], visible: boolean): object {
  const contract = transaction.raw_data.contract.map((one) => {
    const { owner_address, to_address, amount } = one.parameter.value;
    const value = {
      amount,
      owner_address: shown(owner_address, visible),
      to_address: shown(to_address, visible),
    };
    return { ...one, parameter: { ...one.parameter, value } };
  });
  return {
    ret: [{ contractRet: 'SUCCESS' }],
    ...transaction,
    raw_data: { ...transaction.raw_data, contract },
  };
}

function presentInfo(included: Included | undefined): object {
  if (included === undefined) return {};
  const { transaction, block, effect } = included;
  return {
    id: transaction.txID,
    ...(effect.feeSun > 0 ? { fee: effect.feeSun } : {}),
    blockNumber: block.number,
    blockTimeStamp: block.timestamp,
    contractResult: [''],
    receipt: {
      ...(effect.netFeeSun > 0 ? { net_fee: effect.netFeeSun } : {}),
      ...(effect.netUsage > 0 ? { net_usage: effect.netUsage } : {}),
    },
  };
}

function presentAccount(state: TronNodeState, address: string, at: Block, visible: boolean): object {
  const account = state.ledger.find(address);
  if (account === undefined || account.createdAt > at.timestamp) return {};
  const balance = state.balanceAt(address, at.number);
  return {
    address: shown(address, visible),
    ...(balance > 0 ? { balance } : {}),
    create_time: account.createdAt,
  };
}

function presentAccountNet(state: TronNodeState, address: string, nowMs: number): object {
  if (state.ledger.find(address) === undefined) return {};
  const freeNetUsed = state.ledger.freeNetUsed(address, nowMs);
  return { ...(freeNetUsed > 0 ? { freeNetUsed } : {}), freeNetLimit: CHAIN_PARAMETERS.getFreeNetLimit };
}
