// Goal: of what a real node answers about contracts, stakes, tokens and large amounts, exactly the TRX that moved is read.
// Method: answers of a java-tron 4.8 of a private network, as it sent them, with the amount by which the balance of the watched address
// changed. Infos are text, for their numbers go beyond 2^53. One node kept all internal transactions, the other none, which is the default.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { TronChain } from './index.ts';

const Case = z.object({
  case: z.string(),
  node: z.enum(['all internal transactions', 'no internal transactions']),
  watched: z.string(),
  movedSun: z.union([z.string(), z.number()]).transform(BigInt),
  transaction: z.looseObject({ txID: z.string() }),
  infoAsSent: z.string(),
});
const CASES = z
  .array(Case)
  .parse(JSON.parse(readFileSync(new URL('recorded/java-tron-4.8.json', import.meta.url), 'utf8')));
const HEIGHT = 7;

let server: Server;
let chain: TronChain;
let served = CASES[0];
beforeAll(async () => {
  server = createServer((request, response) => {
    const header = { raw_data: { number: HEIGHT, timestamp: 1, parentHash: 'b'.repeat(64) } };
    const block = { blockID: 'a'.repeat(64), block_header: header, transactions: [served?.transaction] };
    const isList = request.url?.endsWith('getblockbylimitnext') ?? false;
    response.setHeader('content-type', 'application/json;charset=utf-8');
    response.end(isList ? JSON.stringify({ block: [block] }) : `[${served?.infoAsSent}]`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an AddressInfo; the string form is for sockets only.
  const { port } = server.address() as AddressInfo;
  const rpcUrl = `http://127.0.0.1:${port}`;
  chain = new TronChain({ network: 'testnet', rpcUrl, keys: deriveKeys(createMnemonic()).TRON });
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

describe.each(CASES)('$case, by a node that keeps $node', (one) => {
  it('reads what moved, and nothing else', async () => {
    served = one;
    const page = await chain.readBlocks({ from: HEIGHT, to: HEIGHT });
    const received = page?.transfers.filter(({ to }) => to === one.watched).map(({ units }) => units) ?? [];
    const isHidden = one.node === 'no internal transactions' && one.case !== 'transfer with memo';
    expect(received.reduce((sum, units) => sum + units, 0n)).toBe(isHidden ? 0n : one.movedSun);
    expect(page?.unreadable).toEqual([]);
  });
});
