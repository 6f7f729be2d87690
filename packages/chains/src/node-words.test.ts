// Goal: an operator reads what the node said, and never the bytes of a transaction. Method: errors as ethers and axios make them.
import { describe, expect, it } from 'vitest';
import { describeNodeError } from './node-words.ts';

const RAW = `0x02f8${'ab'.repeat(200)}`;
const failure = (message: string, rest: object = {}): Error => Object.assign(new Error(message), rest);

describe('the description of a node’s error', () => {
  it.each([
    [
      failure('could not coalesce error (error={ … })', {
        error: { code: -32_000, message: 'txpool is full' },
      }),
      '-32000: txpool is full',
    ],
    [
      failure('missing revert data (action="call")', {
        info: { error: { code: -32_005, message: 'limit exceeded' } },
      }),
      '-32005: limit exceeded',
    ],
    [
      failure('server response 413', {
        info: { responseStatus: '413 ', responseBody: '{"error":"At most 10."}' },
      }),
      '413: {"error":"At most 10."}',
    ],
    [failure('request timeout (request={ })'), 'request timeout'],
    ['away', 'away'],
  ])('finds the words of the node in %s', (error, words) => {
    expect(describeNodeError(error)).toBe(words);
  });

  it('is short, and holds no transaction', () => {
    const told = describeNodeError(
      failure('x', { error: { code: 1, message: `bad ${RAW} ${'y '.repeat(500)}` } }),
    );
    expect(told).toMatch(/^1: bad … y /);
    expect(told.length).toBeLessThanOrEqual(200);
  });
});
