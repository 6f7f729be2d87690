// Goal: an event counts as a transfer of the token by its contract's address and its exact form, and by nothing else.
import { describe, expect, it } from 'vitest';
import { type TokenLog, TRANSFER_TOPIC, toTransfers } from './token.ts';

const CONTRACT = '0x337610d27c682E347C9cD60BD4b3b107C9d34dDd';
const word = (hex: string): string => `0x${hex.padStart(64, '0')}`;
const LOG: TokenLog = {
  address: CONTRACT.toLowerCase(),
  topics: [TRANSFER_TOPIC, word('aa'), word('bb')],
  data: word('5'),
  transactionHash: word('cc'),
  blockNumber: 7,
  blockHash: word('dd'),
  removed: false,
};

describe('an event of the token', () => {
  it('is a transfer, whatever the case of the address', () => {
    expect(toTransfers([LOG], CONTRACT)).toMatchObject([{ units: 5n, entry: 'log/0', blockHeight: 7 }]);
  });

  it('has its place among all events of its receipt as its name', () => {
    const other = { ...LOG, address: '0x000000000000000000000000000000000000dEaD' };
    expect(toTransfers([other, LOG, other, LOG], CONTRACT).map(({ entry }) => entry)).toEqual([
      'log/1',
      'log/3',
    ]);
  });

  it.each([
    [
      'of another contract: fake token with the same event',
      { address: '0x000000000000000000000000000000000000dEaD' },
    ],
    ['with a fourth topic, as an NFT has', { topics: [...LOG.topics, word('1')] }],
    ['without a receiver', { topics: LOG.topics.slice(0, 2) }],
    ['of another name', { topics: [word('1'), ...LOG.topics.slice(1)] }],
    // Pitfall: an event of almost the right form
    ['with more data than an amount', { data: `${LOG.data}00` }],
    ['without data', { data: '0x' }],
    // Pitfall: zero-value transfers as bait
    ['of nothing: zero-value bait', { data: word('0') }],
    // Pitfall: an event that was removed
    ['that a reorganization took back: removed', { removed: true }],
  ])('%s is none', (_name, change) => {
    expect(toTransfers([{ ...LOG, ...change }], CONTRACT)).toEqual([]);
  });
});
