// Goal: no event is missed with a node that caps ranges, or answers less than it has without a word.
// Method: a node in memory that caps and forgets as it is told; the bloom filter of its header is made by ethers' hash.
import { keccak256, type Log } from 'ethers';
import { describe, expect, it } from 'vitest';
import { type Header, readTransferLogs } from './blocks.ts';
import { TRANSFER_TOPIC } from './token.ts';

const CONTRACT = '0x337610d27c682e347c9cd60bd4b3b107c9d34ddd';
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

function computeBloom(items: readonly string[]): string {
  const bytes = Buffer.alloc(256);
  for (const item of items) {
    const hash = Buffer.from(keccak256(item).slice(2), 'hex');
    for (const at of [0, 2, 4]) {
      const bit = hash.readUInt16BE(at) & 2047;
      const byte = 255 - (bit >> 3);
      bytes[byte] = (bytes[byte] ?? 0) | (1 << (bit & 7));
    }
  }
  return `0x${bytes.toString('hex')}`;
}

const eventIn = (height: number) => ({
  address: CONTRACT,
  topics: [TRANSFER_TOPIC, word(1), word(2)],
  data: word(5),
  index: 0,
  transactionHash: word(height + 1_000),
  blockNumber: height,
  blockHash: word(height),
  removed: false,
});

const WITH_EVENT = computeBloom([CONTRACT, TRANSFER_TOPIC]);
const getHeaders = (heights: readonly number[], logsBloom = WITH_EVENT): [Header, ...Header[]] => {
  const headers = heights.map(
    (height): Header => ({
      height,
      hash: word(height),
      parentHash: word(height - 1),
      logsBloom,
      transactions: [word(height + 1_000)],
    }),
  );
  // Every test asks for at least one.
  return headers as [Header, ...Header[]];
};

interface Behaviour {
  readonly rangeMax?: number;
  /** Heights whose events eth_getLogs leaves out. */
  readonly forgets?: readonly number[];
  /** Events of each block, by their index. */
  readonly events?: readonly number[];
  /** Events that eth_getLogs tells of, where it leaves out some of a block. */
  readonly told?: readonly number[];
  readonly hasReceipts?: boolean;
  /** Spells the hash of a receipt that it tells of once more. */
  readonly again?: (txHash: string) => string;
}

function nodeWith({
  rangeMax = 1_000,
  forgets = [],
  events = [0],
  told = events,
  hasReceipts = true,
  again,
}: Behaviour) {
  const asked: [number, number][] = [];
  const receiptsAsked: number[] = [];
  const node = {
    getLogs: async ({ fromBlock, toBlock }: { fromBlock: number; toBlock: number }): Promise<object[]> => {
      asked.push([fromBlock, toBlock]);
      if (toBlock - fromBlock + 1 > rangeMax)
        throw Object.assign(new Error('limit exceeded'), { code: 'UNKNOWN_ERROR' });
      const heights = Array.from({ length: toBlock - fromBlock + 1 }, (_, index) => fromBlock + index);
      return heights
        .filter((height) => !forgets.includes(height))
        .flatMap((height) => told.map((index) => ({ ...eventIn(height), index })));
    },
    send: async (_method: string, [height]: [string]): Promise<object[]> => {
      receiptsAsked.push(Number(height));
      if (!hasReceipts) return [];
      const { index: _, blockNumber, removed: __, ...log } = eventIn(Number(height));
      const logs = events.map((index) => ({ ...log, logIndex: word(index), blockNumber: word(blockNumber) }));
      const receipt = { transactionHash: log.transactionHash, status: '0x1', logs };
      if (again === undefined) return [receipt];
      const transactionHash = again(log.transactionHash);
      const spelled = { ...receipt, transactionHash, logs: logs.map((one) => ({ ...one, transactionHash })) };
      return [receipt, spelled];
    },
  };
  // The reader uses these two calls of the provider and no other.
  return { asked, receiptsAsked, provider: node as unknown as Parameters<typeof readTransferLogs>[0] };
}

const getHeights = (logs: readonly Pick<Log, 'blockNumber'>[] | undefined) =>
  logs?.map(({ blockNumber }) => blockNumber);

describe('the reading of events in a range of blocks', () => {
  it('halves the range where the node caps ranges: bnb-chain/bsc#113', async () => {
    const { provider, asked } = nodeWith({ rangeMax: 2 });
    const logs = await readTransferLogs(provider, CONTRACT, getHeaders([1, 2, 3, 4, 5]));
    // Pitfall: ranges of events are capped (bnb-chain/bsc#113)
    expect(getHeights(logs)).toEqual([1, 2, 3, 4, 5]);
    expect(asked[0]).toEqual([1, 5]);
    expect(asked.length).toBeGreaterThan(3);
  });

  it('uses the receipts where the header knows of events and the node of none: smartbch/smartbch#54', async () => {
    // Pitfall: events are silently left out (smartbch/smartbch#54)
    const { provider, receiptsAsked } = nodeWith({ forgets: [2] });
    expect(getHeights(await readTransferLogs(provider, CONTRACT, getHeaders([1, 2, 3])))).toEqual([1, 2, 3]);
    expect(receiptsAsked).toEqual([1, 2, 3]);
  });

  it('finds all events where the node tells of one of two: ethereum/go-ethereum#18198', async () => {
    const { provider } = nodeWith({ events: [0, 1], told: [1] });
    // Pitfall: some events of a block are left out (ethereum/go-ethereum#18198)
    const logs = await readTransferLogs(provider, CONTRACT, getHeaders([1]));
    expect(logs?.map(({ index }) => index)).toEqual([0, 1]);
  });

  it('reads nothing where the node tells of an event that no receipt has', async () => {
    const { provider } = nodeWith({ events: [0], told: [0, 1] });
    expect(await readTransferLogs(provider, CONTRACT, getHeaders([1]))).toBeUndefined();
  });

  it('fails where a transaction of the block has no receipt', async () => {
    const { provider } = nodeWith({ told: [], hasReceipts: false });
    await expect(readTransferLogs(provider, CONTRACT, getHeaders([1]))).rejects.toThrow('has no receipt');
  });

  it.each([
    ['in capitals', (txHash: string) => `0x${txHash.slice(2, -1)}A`],
    ['in the same letters', (txHash: string) => txHash],
    ['of no transaction of the block', () => word(7)],
  ])('fails where a receipt is told of once more, %s', async (_how, again) => {
    const { provider } = nodeWith({ told: [], again });
    await expect(readTransferLogs(provider, CONTRACT, getHeaders([1]))).rejects.toThrow();
  });

  it('needs no receipts where the header rules events out', async () => {
    const { provider, receiptsAsked } = nodeWith({ forgets: [1, 2] });
    const empty = getHeaders([1, 2], `0x${'0'.repeat(512)}`);
    expect(await readTransferLogs(provider, CONTRACT, empty)).toEqual([]);
    expect(receiptsAsked).toEqual([]);
  });

  it('reads nothing yet where the node is on another fork than the headers', async () => {
    const { provider } = nodeWith({});
    const [header] = getHeaders([1]);
    expect(await readTransferLogs(provider, CONTRACT, [{ ...header, hash: word(99) }])).toBeUndefined();
  });
});
