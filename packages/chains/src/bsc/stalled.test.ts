// Goal: a payment that a node lost is sent again while finality is further behind than the states that a full node keeps.
// Method: a node that has forgotten the state of every block but the newest, as go-ethereum has after 128 blocks.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { TEST_USDT_ADDRESS } from '../local/index.ts';
import { type RecordedNode, startRecordedNode } from '../testing-recorded.ts';
import { BscChain } from './index.ts';

const HEAD = 1_000;
const FINAL = 600;
const Call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const quantity = (value: number): string => `0x${value.toString(16)}`;

let node: RecordedNode;
let chain: BscChain;
let nonce = 0;
beforeAll(async () => {
  node = await startRecordedNode((_path, body) => {
    const { id, method, params } = Call.parse(body);
    const isOld = params.at(-1) !== 'latest';
    const message = `historical state ${quantity(FINAL)} is not available`;
    if (method === 'eth_getTransactionCount' && isOld)
      return { jsonrpc: '2.0', id, error: { code: -32_000, message } };
    if (method === 'eth_getTransactionCount') return { jsonrpc: '2.0', id, result: quantity(nonce) };
    const height = params[0] === 'finalized' ? FINAL : HEAD;
    const [hash, parentHash] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`];
    const header = { number: quantity(height), timestamp: '0x6a871b8d', hash, parentHash, extraData: '0x' };
    const gas = { gasLimit: '0x1', gasUsed: '0x1', difficulty: '0x2', nonce: '0x0000000000000000' };
    return { jsonrpc: '2.0', id, result: { ...header, ...gas, miner: TEST_USDT_ADDRESS, transactions: [] } };
  });
  chain = new BscChain({
    network: 'testnet',
    rpcUrl: node.url,
    usdtContract: TEST_USDT_ADDRESS,
    finality: { kind: 'tag', stalledAfterBlocks: 100_000 },
    feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
    blockAgeMaxMs: null,
    keys: deriveKeys(createMnemonic()).BSC,
  });
});
afterAll(async () => {
  chain[Symbol.dispose]();
  await node[Symbol.asyncDispose]();
});

it('finds nothing proved of a nonce that the newest block has not used', async () => {
  const signed = { txHash: '0x', sender: chain.deriveAddress(0), raw: '', nonce: 5, expiresAt: null };
  nonce = 5;
  expect(await chain.findDropProof([signed])).toBeUndefined();
  nonce = 6;
  await expect(chain.findDropProof([signed])).rejects.toThrow('historical state');
});
