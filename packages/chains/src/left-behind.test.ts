// Goal: a node that stands still is asked last and decides nothing; one that is a moment behind, or beside a node of the future, is not taken for it.
// Method: nodes in memory with newest blocks of given times.
import { describe, expect, it, vi } from 'vitest';
import { NodesDifferError } from './agreement.ts';
import { FailoverChain } from './failover.ts';
import { createNode, HEAD, SOME_TRANSFER } from './testing-node-in-memory.ts';

describe('a node that stands still', () => {
  const quoting = (timeMs: number) => ({
    getHead: async () => ({ ...HEAD, timeMs }),
    findBlock: async () => ({ height: 1, hash: '0x', parentHash: '0x' }),
    quoteSend: vi.fn(async () => Promise.reject(new RangeError(`asked at ${timeMs}`))),
  });
  const startAt = async (times: readonly number[], readNow: () => number) => {
    const [first, ...others] = times.map(quoting).map(createNode);
    if (first === undefined) throw new Error('There is a node.');
    const chain = new FailoverChain([first, ...others], { readNow });
    await chain.getHead();
    return chain;
  };

  it('is left for one that is 20 s ahead of it, and has no voice', async () => {
    const chain = await startAt([100_000, 120_000], () => 121_000);
    await expect(chain.quoteSend(SOME_TRANSFER)).rejects.toThrow('asked at 120000');
    await expect(chain.findBlock(1)).rejects.toThrow(NodesDifferError);
    expect(chain.listDifferences(0)[0]).toMatchObject({
      silent: [0],
      answers: [expect.stringContaining('20 s behind that of another node'), expect.anything()],
    });
  });

  it('keeps its voice a few seconds behind, and beside a node of the future', async () => {
    for (const [times, now] of [
      [[101_000, 120_000], 121_000],
      [[100_000, 9_000_000], 101_000],
    ] as const) {
      const chain = await startAt(times, () => now);
      await expect(chain.quoteSend(SOME_TRANSFER)).rejects.toThrow(`asked at ${times[0]}`);
      expect(await chain.findBlock(1)).toMatchObject({ height: 1 });
    }
  });
});
