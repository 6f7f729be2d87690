// Goal: the check of the nemesis finds a payout that was lost, made twice, made although it was refused, or made for no one. It finds none
// of these when two users asked for the same amount.
// Method: made-up examples of each.
import { expect, it } from 'vitest';
import { type AskedPayout, comparePayouts } from './compare-payouts.ts';

const ask = (user: string, amount: string, answer: AskedPayout['answer'] = 'done'): AskedPayout => ({
  user,
  amount,
  answer,
});

const find = (asked: readonly AskedPayout[], paid: Readonly<Record<string, number>>) => {
  const { lost, doubled } = comparePayouts(asked, new Map(Object.entries(paid)));
  return { lost: lost.length, doubled: doubled.length };
};

it.each([
  ['a payout each', [ask('alice', '1.5'), ask('bob', '1.6')], { '1.5': 1, '1.6': 1 }, 0, 0],
  ['two of the same amount', [ask('alice', '1.5'), ask('bob', '1.5')], { '1.5': 2 }, 0, 0],
  ['one that was refused', [ask('alice', '1.5', 'refused')], {}, 0, 0],
  ['one that was lost', [ask('alice', '1.5'), ask('bob', '1.6')], { '1.6': 1 }, 1, 0],
  ['one lost of two of the same amount', [ask('alice', '1.5'), ask('bob', '1.5')], { '1.5': 1 }, 1, 0],
  ['one that was made twice', [ask('alice', '1.5')], { '1.5': 2 }, 0, 1],
  ['one of two of the same amount made twice', [ask('alice', '1.5'), ask('bob', '1.5')], { '1.5': 3 }, 0, 1],
  ['one that was refused and made', [ask('alice', '1.5', 'refused')], { '1.5': 1 }, 0, 1],
  ['a refused and an acknowledged one', [ask('a', '1.5', 'refused'), ask('b', '1.5')], { '1.5': 2 }, 0, 1],
  ['one that no one asked for', [ask('alice', '1.5')], { '1.5': 1, '1.7': 1 }, 0, 1],
] as const)('counts %s', (_, asked, paid, lost, doubled) => {
  expect(find(asked, paid)).toEqual({ lost, doubled });
});
