// Goal: a reward run takes once from one reserve, pays no more than that, page by page, and returns what is left to where it came from; and the
// books know each receipt, each amount that was signed, and each balance of a reserve.
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from './journal.ts';
import { entry, FUNDED, fix, move, page, remainder, replay } from './testing-runs.ts';

function refuse(...entries: readonly JournalEntry[]): string {
  try {
    replay(...FUNDED, ...entries);
    return 'follows';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a reward run', () => {
  it('is what it took, paid and gave back', () => {
    const books = replay(...FUNDED, fix(84n), page(1, 40n, 2n), page(2, 30n, 1n), remainder(11n));
    expect(books.runs.get('run_1')).toMatchObject({
      currency: 'USDT',
      termsVersion: 1,
      createdAtMs: 20,
      reserveBefore: 500n,
      fixed: 84n,
      paid: 70n,
      referralPaid: 3n,
      returned: 11n,
      pages: new Set([1, 2]),
    });
    expect(books.figures('USDT')).toMatchObject({ reserve: 527n, payable: 0n, owed: 73n, ownFunds: 400n });
    expect(books.figures('TRX')).toMatchObject({ reserve: 0n, owed: 0n, ownFunds: 0n });
  });

  it('pays as much as it took, and not a micro-unit more', () => {
    expect(refuse(fix(84n), page(1, 84n, 0n))).toBe('follows');
    const more = 'The reward run run_1 pays more than it took from its reserve.';
    expect(refuse(fix(84n), fix(50n, 'run_2'), page(1, 85n, 0n))).toBe(more);
    expect(refuse(fix(84n), fix(50n, 'run_2'), page(1, 80n, 5n))).toBe(more);
    expect(refuse(fix(84n), fix(50n, 'run_2'), page(1, 80n, 0n), remainder(5n))).toBe(more);
  });

  it('takes first, once, and gives back to its own reserve', () => {
    expect(refuse(page(1, 1n, 0n))).toBe('The reward run run_1 pays before it took from its reserve.');
    expect(refuse(fix(10n), fix(10n))).toBe('The reward run run_1 takes from a reserve twice.');
    expect(refuse(fix(10n), remainder(1n, 'pool/reserve/2'))).toBe(
      'The reward run run_1 returns its remainder to another reserve.',
    );
  });

  it('pays each page once, by the root of its rows, under its name', () => {
    expect(refuse(fix(84n), page(1, 1n, 0n), page(1, 1n, 0n))).toBe(
      'The page run_1/1 of a reward run is paid twice.',
    );
    const rootless = { ...page(1, 1n, 0n), reference: 'reward-run/run_1/page/1' };
    expect(refuse(fix(84n), rootless)).toBe('A page of a reward run does not name the root of its rows.');
    expect(refuse({ ...fix(84n), reference: 'run_1' })).toBe(
      'An entry of the kind reward-run names no reward run.',
    );
  });
});

describe('the replay of the books', () => {
  it('has each reference once, and no account below zero', () => {
    expect(refuse(...FUNDED.slice(2))).toBe('The reference reserve-funding/fund_2 is there twice.');
    expect(refuse(fix(501n))).toBe('pool/reserve/1 would stand at -1 micro-units of USDT.');
    expect(refuse(fix(500n))).toBe('follows');
  });

  it('counts receipts and lists what was signed since a time, by currency', () => {
    const deposit = (currency: string) =>
      entry(
        'deposit',
        '',
        [
          ['chain/custody', -9n],
          ['user/a/wallet', 9n],
        ],
        { currency },
      );
    const books = replay(
      ...FUNDED,
      deposit('USDT'),
      deposit('TRX'),
      deposit('TRX'),
      move('wallet-release', '', ['user/a/wallet', 'user/a/withdrawable', 9n]),
      move('withdrawal-hold', '', ['user/a/withdrawable', 'user/a/onHold', 9n]),
      move('withdrawal-sign', '', ['chain/inFlight', 'chain/custody', 4n], 7),
      move('withdrawal-sign', '', ['chain/inFlight', 'chain/custody', 5n], 8),
    );
    expect([books.receipts('USDT'), books.receipts('TRX')]).toEqual([2n, 2n]);
    const older = { currency: 'USDT', amountMicro: 4n, atMs: 7 };
    const newer = { currency: 'USDT', amountMicro: 5n, atMs: 8 };
    expect(books.listSigned('USDT', 7)).toEqual([older, newer]);
    expect(books.listSigned('USDT', 8)).toEqual([newer]);
    expect(books.listSigned('TRX', 0)).toEqual([]);
  });

  it('lists the balances of a reserve from the one before a time until another', () => {
    const books = replay(...FUNDED, fix(84n, 'run_1', 20), fix(16n, 'run_2', 30));
    const list = (fromMs: number, untilMs: number, termsVersion = 1) =>
      books.listReserveBalances({ currency: 'USDT', termsVersion, fromMs, untilMs });
    expect(list(10, 10)).toEqual([0n, 500n]);
    expect(list(11, 19)).toEqual([500n]);
    expect(list(20, 30)).toEqual([500n, 416n, 400n]);
    expect(list(21, 29)).toEqual([416n]);
    expect(list(0, 100, 2)).toEqual([0n, 100n]);
    expect(list(0, 100, 3)).toEqual([0n]);
  });
});
