// Goal: a posting is one that its kind may have, to an account that the chart has, for as many users as the kind has.
import { ALL_USERS } from '@glasspool/core/books';
import { describe, expect, it } from 'vitest';
import { assertBalanced, BooksError, readPostings } from './postings.ts';
import { entry, page } from './testing-runs.ts';

function refuse(work: () => unknown): string {
  try {
    work();
    return 'follows';
  } catch (error) {
    return error instanceof BooksError ? error.message : String(error);
  }
}

const deposit = (legs: Parameters<typeof entry>[2]): string =>
  refuse(() => readPostings(entry('deposit', '', legs)));

describe('an entry', () => {
  it('makes and loses nothing in any currency', () => {
    const legs = (usdt: bigint, trx: bigint) => ({
      ...entry('deposit', '', [['chain/custody', -1n]]),
      postings: [
        { account: 'chain/custody', currency: 'USDT', amount: -7n },
        { account: 'user/a/wallet', currency: 'USDT', amount: usdt },
        { account: 'chain/custody', currency: 'TRX', amount: -2n },
        { account: 'user/a/wallet', currency: 'TRX', amount: trx },
      ],
    });
    expect(refuse(() => assertBalanced(legs(7n, 2n)))).toBe('follows');
    // In all currencies together it would be nothing.
    expect(refuse(() => assertBalanced(legs(6n, 3n)))).toBe(
      'An entry of the kind deposit makes -1 micro-units of USDT.',
    );
    expect(refuse(() => assertBalanced(legs(7n, 3n)))).toBe(
      'An entry of the kind deposit makes 1 micro-units of TRX.',
    );
  });

  it('is of a kind that the grammar has, and posts to the chart of accounts', () => {
    expect(refuse(() => readPostings(entry('gift', '', [])))).toBe(
      'The grammar of transfers has no kind gift.',
    );
    expect(
      deposit([
        ['chain/custody', -1n],
        ['user/a/pocket', 1n],
      ]),
    ).toBe('The chart of accounts has no user/a/pocket.');
  });

  it('debits and credits what its kind allows', () => {
    expect(
      deposit([
        ['chain/custody', -1n],
        ['user/a/wallet', 1n],
      ]),
    ).toBe('follows');
    expect(
      deposit([
        ['chain/custody', 1n],
        ['user/a/wallet', -1n],
      ]),
    ).toBe('An entry of the kind deposit must not credit chain/custody.');
    expect(
      deposit([
        ['chain/custody', -1n],
        ['user/a/wallet', -1n],
      ]),
    ).toBe('An entry of the kind deposit must not debit user/wallet.');
  });

  it('counts as a debit with an amount of nothing', () => {
    const nothing = { account: 'user/a/wallet', currency: 'USDT', amount: 0n };
    const refused = refuse(() => readPostings({ ...entry('deposit', '', []), postings: [nothing] }));
    expect(refused).toBe('An entry of the kind deposit must not debit user/wallet.');
  });

  it('touches as many users as its kind', () => {
    expect(
      deposit([
        ['chain/custody', -2n],
        ['user/a/wallet', 1n],
        ['user/b/wallet', 1n],
      ]),
    ).toBe('An entry of the kind deposit touches 2 users.');
    expect(deposit([['chain/custody', -2n]])).toBe('An entry of the kind deposit touches 0 users.');
    expect(
      deposit([
        ['chain/custody', -2n],
        [`user/${ALL_USERS}/wallet`, 2n],
      ]),
    ).toBe('An entry of the kind deposit touches 1 users.');
  });

  it('names no user when it pays many, and each account once', () => {
    const paid = page(1, 19n, 1n);
    expect(readPostings(paid)).toMatchObject([
      { account: 'pool/rewardsPayable', owner: null, amount: -20n },
      { owner: ALL_USERS, amount: 19n },
      { owner: ALL_USERS, amount: 1n },
    ]);
    const named = paid.postings.map((posting) => ({
      ...posting,
      account: posting.account.replace(`user/${ALL_USERS}/referral`, 'user/a/referral'),
    }));
    expect(refuse(() => readPostings({ ...paid, postings: named }))).toBe(
      'An entry of the kind reward-page names a user.',
    );
    expect(refuse(() => readPostings({ ...paid, postings: [...paid.postings, ...paid.postings] }))).toBe(
      'An entry of the kind reward-page has two amounts for one account.',
    );
  });
});
