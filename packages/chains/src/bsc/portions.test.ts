// Goal: a size that a node refuses is halved, remembered and tried again after an hour; what is no matter of size changes nothing.
// Method: a function that refuses as ethers does; the clock of the process is moved by hand.
import { makeError } from 'ethers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Portions, type Range } from './portions.ts';

const HOUR_MS = 3_600_000;
let now = 0;
beforeEach(() => {
  now = 10 * HOUR_MS;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

/** A node that takes so many items at once. Notes the sizes that it was asked for. */
function createNode(most: number) {
  const node = { most, sizes: [] as number[] };
  const ask = async ({ from, to }: Range): Promise<number[]> => {
    node.sizes.push(to - from + 1);
    if (to - from + 1 > node.most) throw makeError('batch too large', 'UNKNOWN_ERROR');
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  };
  return { node, ask };
}

describe('the size of a request', () => {
  it('is halved until the node takes it, and stays there for an hour', async () => {
    const { node, ask } = createNode(10);
    const portions = new Portions(50);
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
    expect(await portions.read({ from: 1, to: 60 }, ask)).toEqual(numbers);
    expect(node.sizes).toEqual([50, 25, 12, ...Array.from({ length: 10 }, () => 6)]);
    node.sizes = [];
    now += HOUR_MS - 1;
    await portions.read({ from: 1, to: 60 }, ask);
    expect(node.sizes).toEqual(Array.from({ length: 10 }, () => 6));
  });

  it('climbs again, once an hour', async () => {
    const { node, ask } = createNode(10);
    const portions = new Portions(50);
    await portions.read({ from: 1, to: 60 }, ask);
    node.most = 50;
    for (const size of [12, 24, 48, 50, 50]) {
      now += HOUR_MS;
      node.sizes = [];
      for (let times = 0; times < 2; times += 1) await portions.read({ from: 1, to: 200 }, ask);
      expect(Math.max(...node.sizes)).toBe(size);
    }
  });

  it('is what it was where the node refuses a single item, of whatever size the request', async () => {
    const { node, ask } = createNode(50);
    const portions = new Portions(50);
    const refuse = async (part: Range): Promise<number[]> => {
      if (part.from <= 7 && part.to >= 7) throw makeError('missing trie node', 'UNKNOWN_ERROR');
      return ask(part);
    };
    await expect(portions.read({ from: 1, to: 100 }, refuse)).rejects.toThrow('missing trie node');
    node.sizes = [];
    await portions.read({ from: 1, to: 100 }, ask);
    expect(node.sizes).toEqual([50, 50]);
  });

  it.each([
    makeError('exceeded maximum retry limit', 'SERVER_ERROR', { request: '429' }),
    makeError('rate limit reached', 'UNKNOWN_ERROR'),
    makeError('timeout', 'TIMEOUT', { operation: 'send', reason: 'timeout' }),
    new Error('connect ECONNREFUSED'),
  ])('is no answer to a node that is asked too often, or is away: %s', async (error) => {
    const { node, ask } = createNode(50);
    const portions = new Portions(50);
    await expect(portions.read({ from: 1, to: 100 }, () => Promise.reject(error))).rejects.toThrow(error);
    await portions.read({ from: 1, to: 100 }, ask);
    expect(node.sizes).toEqual([50, 50]);
  });
});
