// Goal: the grammar refuses what no cause moves, and says why. Method: one right transfer, with one thing wrong at a time.
import { describe, expect, it } from 'vitest';
import type { UserId } from '../ids.ts';
import { AMOUNT_MAX_MICRO, poolAccount, rewardReserve, userAccount } from './chart.ts';
import { findKindRule, isReferenceOf, listPostingRules } from './grammar.ts';
import { TRANSFER_KINDS } from './kinds.ts';
import { assertGrammar, GrammarError, type Transfer } from './transfer.ts';

const alice: UserId = 'usr_alice';
const wallet = userAccount(alice, 'wallet', 'USDT');
const invested = userAccount(alice, 'invested', 'USDT');
const move = { from: wallet, to: invested, amountMicro: 1n };
const right: Transfer = { kind: 'investment', reference: 'investment/inv_1', moves: [move] };

describe('the grammar of transfers', () => {
  it('takes what it has, up to the largest amount', () => {
    expect(() => assertGrammar(right)).not.toThrow();
    expect(() =>
      assertGrammar({ ...right, moves: [{ ...move, amountMicro: AMOUNT_MAX_MICRO }] }),
    ).not.toThrow();
  });

  it.each([
    [
      'another reference',
      { reference: 'investment/inv_1/2' },
      'has a reference that is not investment/{investmentId}.',
    ],
    ['no move', { moves: [] }, 'moves nothing.'],
    [
      'a leg that the kind does not have',
      { moves: [{ ...move, from: invested, to: wallet }] },
      'moves from user/invested to user/wallet.',
    ],
    [
      'a right debit with a wrong credit',
      { moves: [{ ...move, to: userAccount(alice, 'withdrawable', 'USDT') }] },
      'moves from user/wallet to user/withdrawable.',
    ],
    [
      'a wrong debit with a right credit',
      { moves: [{ ...move, from: poolAccount('pool/ownFunds', 'USDT') }] },
      'moves from pool/ownFunds to user/invested.',
    ],
    ['nothing', { moves: [{ ...move, amountMicro: 0n }] }, 'moves 0 micro-units.'],
    ['less than nothing', { moves: [{ ...move, amountMicro: -1n }] }, 'moves -1 micro-units.'],
    [
      'more than an account holds',
      { moves: [{ ...move, amountMicro: AMOUNT_MAX_MICRO + 1n }] },
      'moves 1000000000000000001 micro-units.',
    ],
    [
      'two currencies',
      { moves: [{ ...move, to: userAccount(alice, 'invested', 'TRX') }] },
      'crosses currencies.',
    ],
    [
      'two users',
      { moves: [{ ...move, to: userAccount('usr_bob', 'invested', 'USDT') }] },
      'touches 2 users.',
    ],
  ])('refuses %s', (_name, change: Partial<Transfer>, why) => {
    const transfer = { ...right, ...change };
    expect(() => assertGrammar(transfer)).toThrow(GrammarError);
    expect(() => assertGrammar(transfer)).toThrow(
      `Transfer ${transfer.reference} of the kind investment ${why}`,
    );
  });

  it('refuses a kind that there is not, an account moved to itself, and a kind without users that has one', () => {
    // A caller outside of the types.
    const unknown = { ...right, kind: 'gift' } as unknown as Transfer;
    expect(() => assertGrammar(unknown)).toThrow('Transfer investment/inv_1 is of the unknown kind gift.');
    const reserve = rewardReserve(1, 'USDT');
    expect(() =>
      assertGrammar({
        kind: 'reserve-rollover',
        reference: 'reserve-rollover/rol_1',
        moves: [{ from: reserve, to: reserve, amountMicro: 1n }],
      }),
    ).toThrow('moves from an account to itself');
    expect(new GrammarError('').name).toBe('GrammarError');
  });

  it('lets a page of rewards touch any number of users', () => {
    const from = poolAccount('pool/rewardsPayable', 'USDT');
    const moves = (['usr_a', 'usr_b'] as const).map((userId) => ({
      from,
      to: userAccount(userId, 'withdrawable', 'USDT'),
      amountMicro: 1n,
    }));
    const page = { kind: 'reward-page', reference: 'reward-run/run_1/page/1' } as const;
    expect(() => assertGrammar({ ...page, moves })).not.toThrow();
  });
});

describe('a kind', () => {
  it('is found by its name, and no other word is one', () => {
    expect(findKindRule('deposit')).toBe(TRANSFER_KINDS.deposit);
    for (const name of ['gift', '', 'toString', '__proto__']) expect(findKindRule(name)).toBeUndefined();
  });

  it('has a form of reference, whole and no more', () => {
    expect(isReferenceOf('deposit', 'deposit/BSC/0x1/0')).toBe(true);
    for (const other of ['deposit/BSC/0x1', 'deposit/BSC/0x1/0/1', 'xdeposit/BSC/0x1/0', 'deposit/BSC//0'])
      expect(isReferenceOf('deposit', other)).toBe(false);
  });

  it('lists each class once for debits and once for credits', () => {
    expect(listPostingRules('investment')).toEqual([
      { accountClass: 'user/wallet', direction: -1 },
      { accountClass: 'user/withdrawable', direction: -1 },
      { accountClass: 'user/referral', direction: -1 },
      { accountClass: 'user/invested', direction: 1 },
    ]);
  });
});
