// Goal: a payment whose nonce something else used is proved dropped however long ago that was, by nodes that have forgotten old states.
// Method: an HTTP node with the states of 128 blocks, as full nodes of BSC keep them, and with all blocks.
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_USDT_ADDRESS } from '../local/index.ts';
import { type RecordedNode, startRecordedNode } from '../testing-recorded.ts';
import { BscReader } from './bsc-reader.ts';

const HEAD = 10_000;
const FINAL = 9_995;
const STATES_KEPT = 128;
const NONCE = 7;
const SENDER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const signed = [{ txHash: '0xours', sender: SENDER, raw: '', nonce: NONCE, expiresAt: null }];
const Call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
type Call = z.infer<typeof Call>;

interface NodeOptions {
  /** Block with the transaction that used the nonce. */
  usedAt: number;
  final?: number;
  /** Blocks that the node takes in one batch. */
  batchMax?: number;
  /** Oldest block that the node has. */
  oldest?: number;
  /** Hash of the transaction that used the nonce, unless the node leaves it out. */
  use?: string[];
}

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
const quantity = (value: number): string => `0x${value.toString(16)}`;

let node: RecordedNode;
let reader: BscReader;
let options: Required<NodeOptions>;
/** Heights of the blocks that were read with their transactions. */
let read: number[];
afterEach(async () => {
  reader[Symbol.dispose]();
  await node[Symbol.asyncDispose]();
});

function makeBlock(height: number, isWhole: boolean): object | null {
  if (height < options.oldest) return null;
  if (isWhole) read.push(height);
  // Another block of the same height where the nonce is used in another one.
  const hash = word(height + options.usedAt * 100_000);
  const header = {
    number: quantity(height),
    timestamp: '0x6a871b8d',
    hash,
    parentHash: word(1),
    extraData: '0x',
  };
  const gas = { gasLimit: '0x1', gasUsed: '0x1', difficulty: '0x2', nonce: '0x0000000000000000' };
  const others = [
    { hash: word(1), from: TEST_USDT_ADDRESS, nonce: quantity(NONCE) },
    { hash: word(2), from: SENDER.toLowerCase(), nonce: quantity(NONCE + 1) },
  ];
  const use = { from: SENDER.toLowerCase(), nonce: quantity(NONCE) };
  const before = { ...use, hash: word(3), nonce: quantity(NONCE - 1) };
  const transactions =
    height === options.usedAt
      ? [before, ...options.use.map((hash) => ({ ...use, hash }))]
      : height > options.usedAt
        ? others
        : [];
  return { ...header, ...gas, miner: TEST_USDT_ADDRESS, transactions: isWhole ? transactions : [] };
}

function answer({ id, method, params }: Call): object {
  const [first, second] = params;
  if (method === 'eth_getTransactionCount') {
    const height = second === 'latest' ? HEAD : Number(second);
    if (height <= HEAD - STATES_KEPT)
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: 'missing trie node' } };
    return { jsonrpc: '2.0', id, result: quantity(NONCE + (height >= options.usedAt ? 1 : 0)) };
  }
  const height = first === 'finalized' ? options.final : first === 'latest' ? HEAD : Number(first);
  return { jsonrpc: '2.0', id, result: makeBlock(height, second === true) };
}

async function startNode(given: NodeOptions): Promise<void> {
  options = { final: FINAL, batchMax: 100, oldest: 0, use: ['0xother'], ...given };
  read = [];
  node = await startRecordedNode((_path, body) => {
    const calls = z.array(Call).safeParse(body);
    if (!calls.success) return answer(Call.parse(body));
    if (calls.data.length <= options.batchMax) return calls.data.map(answer);
    const error = { code: -32_600, message: 'batch too large' };
    return calls.data.map(({ id }) => ({ jsonrpc: '2.0', id, error }));
  });
  reader = new BscReader({
    network: 'testnet',
    rpcUrl: node.url,
    usdtContract: TEST_USDT_ADDRESS,
    finality: { kind: 'tag', stalledAfterBlocks: 100_000 },
    blockAgeMaxMs: null,
  });
}

describe('a used nonce', () => {
  it.each([0, 1, 10, 50, 94, 95, 96, 110, 123, 1_000, 2_000])(
    'is found %i blocks before the final one, with no state that a full node has forgotten',
    async (blocks) => {
      await startNode({ usedAt: FINAL - blocks });
      expect(await reader.findDropProof(signed)).toEqual({
        reason: 'nonce used by another final transaction',
        nonce: NONCE,
        finalizedHeight: FINAL,
        txHash: '0xother',
        height: FINAL - blocks,
      });
    },
  );

  it.each([FINAL + 1, HEAD, HEAD + 1])('proves nothing in block %i, which is not final', async (usedAt) => {
    await startNode({ usedAt });
    expect(await reader.findDropProof(signed)).toBeUndefined();
  });

  it('is found while finality is further behind than the states', async () => {
    await startNode({ usedAt: 9_700, final: 9_750 });
    expect(await reader.findDropProof(signed)).toMatchObject({ txHash: '0xother', height: 9_700 });
  });

  it.each([9_751, 9_950])(
    'proves nothing in block %i while finality is behind it and the states',
    async (usedAt) => {
      await startNode({ usedAt, final: 9_750 });
      expect(await reader.findDropProof(signed)).toBeUndefined();
    },
  );

  it('is looked for in 2,000 blocks per question, and further back by the next one', async () => {
    await startNode({ usedAt: 5_000 });
    expect(await reader.findDropProof(signed)).toBeUndefined();
    expect([read.length, Math.max(...read), Math.min(...read)]).toEqual([2_000, 9_900, 7_901]);
    expect(await reader.findDropProof(signed)).toBeUndefined();
    expect([read.length, Math.min(...read)]).toEqual([4_000, 5_901]);
    expect(await reader.findDropProof(signed)).toMatchObject({ height: 5_000 });
    const found = read.length;
    expect(await reader.findDropProof(signed)).toMatchObject({ height: 5_000 });
    expect(read.length - found).toBeLessThanOrEqual(20);
  });

  it('is looked for from the beginning once the blocks were replaced', async () => {
    await startNode({ usedAt: 5_000 });
    expect(await reader.findDropProof(signed)).toBeUndefined();
    options.usedAt = 9_000;
    expect(await reader.findDropProof(signed)).toMatchObject({ height: 9_000 });
  });

  it('is looked for from the beginning once a node has left its transaction out of the block', async () => {
    await startNode({ usedAt: 9_800, use: [] });
    expect(await reader.findDropProof(signed)).toBeUndefined();
    options.use = ['0xother'];
    expect(await reader.findDropProof(signed)).toMatchObject({ height: 9_800 });
  });

  it('is found in blocks that a node gives two at a time', async () => {
    await startNode({ usedAt: 9_850, batchMax: 2 });
    expect(await reader.findDropProof(signed)).toMatchObject({ height: 9_850 });
  });

  it('proves nothing where the node does not have its block', async () => {
    await startNode({ usedAt: 9_000, oldest: 9_500 });
    expect(await reader.findDropProof(signed)).toBeUndefined();
  });
});
