// Goal: a plain java-tron is read by its two ports, each of which refuses the paths of the other; and a node without internal transactions is found.
// Method: two servers in front of the development node, which answer 405 as java-tron does; receipts without what the node's setting leaves out.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { sendTestTrx, sendTestTrxByContract, startTronNode, type TronNode } from '../local/index.ts';
import { TronChain } from './index.ts';

const NEVER_MS = 2 ** 31 - 1;
const keys = deriveKeys(createMnemonic()).TRON;

const stack = new AsyncDisposableStack();
let node: TronNode;
let hidesInternal = false;
let ports: { rpcUrl: string; solidityUrl: string };

/** A port that has the paths below one prefix, and answers 405 to all others. */
async function openPort(prefix: string): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      if (!request.url?.startsWith(prefix)) return void response.writeHead(405).end('<html></html>');
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const answer = await fetch(`${node.url}${request.url}`, { method: request.method ?? 'POST', ...body });
      const text = await answer.text();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(hidesInternal ? text.replaceAll('"internal_transactions"', '"left_out"') : text);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  // A TCP server that listens has an AddressInfo; the string form is for sockets only.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  node = stack.use(await startTronNode({ blockIntervalMs: NEVER_MS, solidityLag: 2, now: Date.now }));
  ports = { rpcUrl: await openPort('/wallet/'), solidityUrl: await openPort('/walletsolidity/') };
});
afterAll(() => stack.disposeAsync());

describe('a TRON node with two ports', () => {
  it('is read, and signed for, by both', async () => {
    const chain = new TronChain({ network: 'local', ...ports, keys });
    const hotWallet = chain.deriveAddress(0);
    const txHash = await sendTestTrx(node.url, hotWallet, 5_000_000n);
    for (let block = 0; block < 4; block += 1) node.produceBlock();
    expect(await chain.getHead()).toMatchObject({ finalizedHeight: (await chain.getHead()).height - 2 });
    expect(await chain.listFinalTransfers(txHash)).toMatchObject([{ units: 5_000_000n }]);
    expect(await chain.readSettledBalances(hotWallet)).toMatchObject({ told: [{ units: 5_000_000n }] });
    const intent = { fromIndex: 0, currency: 'TRX', to: chain.deriveAddress(1), units: 1_000_000n } as const;
    const signed = await chain.signTransfer(intent);
    expect(chain.readSigned(signed.raw)).toMatchObject({ to: intent.to, units: intent.units });
    expect(await chain.broadcast(signed.raw)).toContain('"result":true');
  });

  it('is not read by one of its ports alone', async () => {
    const chain = new TronChain({ network: 'local', rpcUrl: ports.rpcUrl, keys });
    await expect(chain.getHead()).rejects.toThrow('405');
  });
});

describe('a TRON node', () => {
  it('keeps internal transactions or does not, as far as its newest blocks tell', async () => {
    // An adapter remembers the answer.
    const connect = () => new TronChain({ network: 'local', ...ports, keys });
    const chain = connect();
    expect(await connect().keepsInternalTransactions()).toBeUndefined();
    for (let call = 1; call <= 5; call += 1) {
      const payment = { units: BigInt(call), sentUnits: BigInt(call) };
      await sendTestTrxByContract(node.url, chain.deriveAddress(2), payment);
      node.produceBlock();
    }
    expect(await chain.keepsInternalTransactions()).toBe(true);
    hidesInternal = true;
    expect(await chain.keepsInternalTransactions()).toBe(true);
    expect(await connect().keepsInternalTransactions()).toBe(false);
    hidesInternal = false;
  });
});
