// Goal: what is under way is never marked as failed, and what moved nothing never as done or under way.
import { expect, it } from 'vitest';
import { getLook } from './transactions.ts';

it.each([
  ['success', 'good'],
  ['confirming', 'waiting'],
  ['reviewing', 'waiting'],
  ['broadcast', 'waiting'],
  ['rejected', 'bad'],
  ['cancelled', 'bad'],
  ['failed', 'bad'],
  ['reversed', 'bad'],
])('%s is %s', (status, look) => {
  expect(getLook({ status })).toBe(look);
});
