// Goal: the adapter reads what public BSC nodes answer, for NETWORK=testnet, where none can be reached from a test; and it keeps to
// depth only while such a node calls nothing final.
// Method: bodies in the shape that BSC's node providers document (docs.getblock.io, drpc.org, docs.watchdata.io); the receipt's
// figures are of a live block, the event is of the same shape. Their ids are those of JSON-RPC 2.0.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { describeNodeError } from '../node-words.ts';
import { type RecordedNode, startRecordedNode } from '../testing-recorded.ts';
import { BscChain, TokenMismatchError } from './index.ts';

const TOKEN = '0x337610d27c682E347C9cD60BD4b3b107C9d34dDd';
const HEIGHT = 0x4a883f0;
const BLOCK_HASH = '0x5cd602c9365e1f343cfeb50d7ab71f8b38efd397fa4b41c42fb54772b5ec5416';
const PARENT_HASH = '0x9a2b2dc968830767a5b59ff82ee865b1de90127a8a17398928bacf1dfc5154d7';
const TX_HASH = '0xcaf9dc7f41315007d9a3644196aacc2b033efabc7ca4dd6dc3b8f2597247df35';
const SENDER = '0x9fb20230831d9051c67cc2527d7bf0ea51e5412e';
const RECEIVER = '0x4848489f0b2bedd788c696e2d79b6b69d7484848';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NO_BLOOM = `0x${'0'.repeat(512)}`;
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const quantity = (value: number): string => `0x${value.toString(16)}`;

const LOG = {
  address: TOKEN.toLowerCase(),
  topics: [TRANSFER, word(SENDER), word(RECEIVER)],
  data: '0x000000000000000000000000000000000000000000000029d45a07733f3e0000',
  blockNumber: quantity(HEIGHT),
  transactionHash: TX_HASH,
  transactionIndex: '0x0',
  blockHash: BLOCK_HASH,
  blockTimestamp: '0x6a871b8d',
  logIndex: '0x0',
  removed: false,
};

const RECEIPT = {
  blockHash: BLOCK_HASH,
  blockNumber: quantity(HEIGHT),
  contractAddress: null,
  cumulativeGasUsed: '0x8bd8',
  effectiveGasPrice: '0x5f5e100',
  from: SENDER,
  gasUsed: '0x8bd8',
  logs: [LOG],
  logsBloom: NO_BLOOM,
  status: '0x1',
  to: TOKEN.toLowerCase(),
  transactionHash: TX_HASH,
  transactionIndex: '0x0',
  type: '0x0',
};

/** A block with what BSC adds: vanity, validators and votes in extraData, milliseconds in mixHash, fees of zero. */
const blockAt = (height: number) => ({
  baseFeePerGas: '0x0',
  blobGasUsed: '0x0',
  difficulty: '0x2',
  excessBlobGas: '0x0',
  extraData: `0x${'d983010602846765746889676f312e32342e37856c696e7578000000'.padEnd(600, 'ab')}`,
  gasLimit: '0x5f5e100',
  gasUsed: '0x8bd8',
  hash: height === HEIGHT ? BLOCK_HASH : word(quantity(height)),
  logsBloom: NO_BLOOM,
  miner: '0xbb7b8287f3f0a933474a79eae42cbca977791171',
  milliTimestamp: '0x19a5b1f2c3a',
  mixHash: `0x${'0'.repeat(61)}1c2`,
  nonce: '0x0000000000000000',
  number: quantity(height),
  parentBeaconBlockRoot: `0x${'0'.repeat(64)}`,
  parentHash: height === HEIGHT ? PARENT_HASH : word(quantity(height - 1)),
  receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  size: '0x36c',
  stateRoot: '0x3e5c1efa35de256a17bd906dc61fb1aeed0000000000000000000000000000ab',
  timestamp: '0x6a871b8d',
  transactions: [TX_HASH],
  transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  uncles: [],
  withdrawals: [],
  withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
});

const Call = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) });
type Call = z.infer<typeof Call>;

let finalizedHeight = HEIGHT;
let receiptsAnswer: 'receipts' | 'limit exceeded' = 'receipts';
let decimals = 18;
let code = '0x6001';
let callError: { code: number; message: string } | undefined;

function answer({ id, method, params }: Call): object {
  const ok = (result: unknown): object => ({ jsonrpc: '2.0', id, result });
  const [first] = params;
  switch (method) {
    case 'eth_chainId':
      return ok('0x61');
    case 'eth_getBlockByNumber':
      if (first === 'finalized') return ok(blockAt(finalizedHeight));
      if (first === 'latest') return ok(blockAt(HEIGHT));
      return ok(Number(first) > HEIGHT ? null : blockAt(Number(first)));
    case 'eth_getBlockReceipts':
      return receiptsAnswer === 'receipts'
        ? ok([RECEIPT])
        : { jsonrpc: '2.0', id, error: { code: -32_005, message: 'limit exceeded' } };
    case 'eth_getTransactionReceipt':
      return ok(first === TX_HASH ? RECEIPT : null);
    case 'eth_blockNumber':
      return ok(quantity(HEIGHT));
    case 'eth_getCode':
      return ok(code);
    case 'eth_call':
      if (callError !== undefined) return { jsonrpc: '2.0', id, error: callError };
      return ok(word(quantity(decimals)));
    case 'eth_sendRawTransaction':
      return {
        jsonrpc: '2.0',
        id,
        error: { code: -32_000, message: 'nonce too low: next nonce 7, tx nonce 5' },
      };
    default:
      return { jsonrpc: '2.0', id, error: { code: -32_601, message: `the method ${method} does not exist` } };
  }
}

let node: RecordedNode;
let chain: BscChain;
beforeAll(async () => {
  node = await startRecordedNode((_path, body) =>
    Array.isArray(body) ? body.map((one) => answer(Call.parse(one))) : answer(Call.parse(body)),
  );
  chain = new BscChain({
    network: 'testnet',
    rpcUrl: node.url,
    usdtContract: TOKEN,
    finality: { kind: 'tag', stalledAfterBlocks: 240 },
    feePerGas: { minWei: 0n, maxWei: 100_000_000_000n },
    blockAgeMaxMs: 60_000,
    keys: deriveKeys(createMnemonic()).BSC,
  });
});
beforeEach(() => {
  finalizedHeight = HEIGHT;
  receiptsAnswer = 'receipts';
  decimals = 18;
  code = '0x6001';
  callError = undefined;
});
afterAll(async () => {
  chain[Symbol.dispose]();
  await node[Symbol.asyncDispose]();
});

describe('the BSC adapter, on recorded answers of public nodes', () => {
  it('knows the testnet by its chain id, and the token by its decimals', async () => {
    await expect(chain.assertAllowedNetwork()).resolves.toBeUndefined();
    await expect(chain.assertToken()).resolves.toBeUndefined();
    decimals = 6;
    // Pitfall: a constant says 6 decimals where the token has 18
    await expect(chain.assertToken()).rejects.toThrow(TokenMismatchError);
  });

  it('finds no token where the contract has no code, and nowhere else', async () => {
    code = '0x';
    await expect(chain.assertToken()).rejects.toThrow('There is no token');
    code = '0x6001';
    for (const error of [
      { code: -32_005, message: 'limit exceeded' },
      { code: -32_000, message: 'header not found' },
      { code: -32_603, message: 'Internal error' },
    ]) {
      callError = error;
      const told = chain.assertToken();
      await expect(told).rejects.not.toThrow(TokenMismatchError);
      await expect(told.catch(describeNodeError)).resolves.toBe(`${error.code}: ${error.message}`);
    }
  });

  it('reads blocks with the fields that BSC adds, and the events in them', async () => {
    const page = await chain.readBlocks({ from: HEIGHT, to: HEIGHT });
    expect(page).toMatchObject({
      first: { height: HEIGHT, hash: BLOCK_HASH, parentHash: PARENT_HASH },
      transfers: [{ txHash: TX_HASH, entry: 'log/0', units: 0x29d45a07733f3e0000n, blockHash: BLOCK_HASH }],
      // Its hash is of the live block, its other fields are examples of their form.
      unproved: 1,
    });
    expect(await chain.readBlocks({ from: HEIGHT, to: HEIGHT + 1 })).toBeUndefined();
  });

  it('passes on that a node refuses even the receipts of a single block', async () => {
    receiptsAnswer = 'limit exceeded';
    await expect(chain.readBlocks({ from: HEIGHT, to: HEIGHT })).rejects.toThrow('limit exceeded');
  });

  it('reads what became of a transaction, and of one that no one knows', async () => {
    expect(await chain.getOutcome(TX_HASH)).toEqual({
      status: 'mined',
      blockHeight: HEIGHT,
      isFinal: true,
      succeeded: true,
      feeCurrency: 'BNB',
      feeUnits: 0x8bd8n * 0x5f5e100n,
    });
    expect(await chain.getOutcome(`0x${'ab'.repeat(32)}`)).toEqual({ status: 'unknown' });
    expect(await chain.listFinalTransfers(TX_HASH)).toMatchObject([{ units: 0x29d45a07733f3e0000n }]);
  });

  it('returns the refusal of a broadcast as it is', async () => {
    expect(await chain.broadcast('0x00')).toBe('-32000: nonce too low: next nonce 7, tx nonce 5');
  });

  it.each([
    [3, HEIGHT - 3, false],
    [240, HEIGHT - 240, false],
    [241, HEIGHT - 240, true],
    [5_000, HEIGHT - 240, true],
  ])('finds finality %d blocks back and counts %d as final', async (behind, expected, isFinalityStalled) => {
    finalizedHeight = HEIGHT - behind;
    // Pitfall: finality stalls and deposits with it
    expect(await chain.getHead()).toMatchObject({ finalizedHeight: expected, isFinalityStalled });
  });
});
