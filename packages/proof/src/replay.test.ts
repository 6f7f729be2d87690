// Goal: coins that left without an open withdrawal cannot be called in flight. Method: entries of the grammar, as a lying operator would
// write them, beside the honest ones that differ in one point.
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from './journal.ts';
import { BooksError } from './postings.ts';
import { JournalReplay } from './replay.ts';

const entry = (
  kind: string,
  reference: string | null,
  legs: readonly (readonly [account: string, amount: bigint])[],
  currency = 'USDT',
): JournalEntry => ({
  kind,
  createdAtMs: 0,
  reference: reference ?? '',
  postings: legs.map(([account, amount]) => ({ account, currency, amount })),
});

const deposit = (amount: bigint, currency?: string): JournalEntry =>
  entry(
    'deposit',
    null,
    [
      ['chain/custody', -amount],
      ['user/u1/wallet', amount],
    ],
    currency,
  );
const release = (amount: bigint): JournalEntry =>
  entry('wallet-release', null, [
    ['user/u1/wallet', -amount],
    ['user/u1/withdrawable', amount],
  ]);
const hold = (amount: bigint): JournalEntry =>
  entry('withdrawal-hold', null, [
    ['user/u1/withdrawable', -amount],
    ['user/u1/onHold', amount],
  ]);
const sign = (amount: bigint, currency?: string): JournalEntry =>
  entry(
    'withdrawal-sign',
    null,
    [
      ['chain/inFlight', -amount],
      ['chain/custody', amount],
    ],
    currency,
  );
const confirm = (amount: bigint, fee: bigint): JournalEntry =>
  entry('withdrawal', null, [
    ['user/u1/onHold', -amount - fee],
    ['chain/inFlight', amount],
    ['pool/ownFunds', fee],
  ]);

function replay(...entries: readonly JournalEntry[]): JournalReplay {
  const books = new JournalReplay();
  for (const one of entries) books.apply(one);
  return books;
}

describe('what is in flight', () => {
  it('is at most what open withdrawals are of, and is gone once they are final', () => {
    const books = replay(deposit(100n), release(100n), hold(62n), sign(60n));
    expect(books.figures('USDT').inFlight).toBe(60n);
    books.apply(confirm(60n, 2n));
    expect(books.figures('USDT')).toMatchObject({ inFlight: 0n, owed: 38n, ownFunds: 2n });
  });

  it('is no money that no withdrawal asked for', () => {
    expect(() => replay(deposit(100n), sign(60n))).toThrow(BooksError);
    expect(() => replay(deposit(100n), release(100n), hold(60n), sign(61n))).toThrow(
      '61 micro-units of USDT are in flight, and open withdrawals are of 60.',
    );
  });

  it('is not covered by withdrawals of another currency', () => {
    const funded = [deposit(100n), deposit(100n, 'TRX'), release(100n), hold(60n)];
    expect(() => replay(...funded, sign(60n, 'TRX'))).toThrow('60 micro-units of TRX are in flight');
  });

  it('does not stay when the withdrawal behind it was given up', () => {
    const released = entry('withdrawal-release', null, [
      ['user/u1/onHold', -60n],
      ['user/u1/withdrawable', 60n],
    ]);
    expect(() => replay(deposit(100n), release(100n), hold(60n), sign(60n), released)).toThrow(
      '60 micro-units of USDT are in flight, and open withdrawals are of 0.',
    );
  });

  it('is not less than nothing', () => {
    const books = replay(deposit(100n), release(100n), hold(100n), sign(40n));
    expect(() => books.apply(confirm(50n, 1n))).toThrow('-10 micro-units of USDT are in flight');
  });
});
