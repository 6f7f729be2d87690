// Goal: whatever people do, and whatever happens to processes, chains, files and mail, no rule of the pool is broken, and everything under
// way comes to its end.
// Method: the stories of odd seeds, with oracles after every step. Another process plays the even seeds.
import { expect, it } from 'vitest';
import { HALF_MS_MAX, playHalf } from './play-seeds.ts';
import { listTooRare } from './seen-at-least.ts';

it('breaks no rule in any story of odd seeds, and comes to what is rare', {
  timeout: HALF_MS_MAX,
}, async () => {
  expect(listTooRare(await playHalf(1), 1)).toEqual([]);
});
