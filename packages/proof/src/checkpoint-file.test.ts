// Goal: a checkpoint says all of the books that later rules depend on, in one order, and is read as it was written; nothing else is taken for one.
// Method: a small journal with both currencies, a reward run that is open and one that is closed.
import { DAY_MS } from '@glasspool/core';
import { describe, expect, it } from 'vitest';
import type { CheckpointFile } from './bundle.ts';
import { fromHex } from './bytes.ts';
import { JournalReplay } from './replay.ts';
import { readCheckpoint, readCheckpointPeaks, toKey, writeCheckpoint } from './replay-state.ts';
import { entry, FUNDED, fix, move, page, replay } from './testing-runs.ts';

const CUT_OFF_MS = 10 * DAY_MS;
const DIGEST = 'ab'.repeat(32);
const TRX = { currency: 'TRX' };

const invested = (currency: string, amount: bigint, atMs: number) => [
  entry(
    'deposit',
    '',
    [
      ['chain/custody', -amount],
      ['user/a/wallet', amount],
    ],
    { atMs, currency },
  ),
  entry(
    'investment',
    '',
    [
      ['user/a/wallet', -amount],
      ['user/a/invested', amount],
    ],
    { atMs, currency },
  ),
];
const signed = (amount: bigint, atMs: number) =>
  move('withdrawal-sign', '', ['chain/inFlight', 'chain/custody', amount], atMs);

const BOOKS = replay(
  ...FUNDED,
  ...invested('USDT', 50n, DAY_MS),
  ...invested('TRX', 70n, 2 * DAY_MS),
  entry(
    'deposit',
    '',
    [
      ['chain/custody', -9n],
      ['user/a/wallet', 9n],
    ],
    TRX,
  ),
  fix(84n, 'run_2', 9 * DAY_MS),
  page(2, 30n, 1n, 'run_2'),
  page(1, 40n, 2n, 'run_2'),
  fix(16n, 'run_1', 9 * DAY_MS + 5),
  page(1, 16n, 0n),
  move('deposit', '', ['chain/custody', 'user/a/wallet', 9n]),
  move('wallet-release', '', ['user/a/wallet', 'user/a/withdrawable', 9n]),
  move('withdrawal-hold', '', ['user/a/withdrawable', 'user/a/onHold', 9n]),
  signed(4n, CUT_OFF_MS - 2 * DAY_MS - 1),
  signed(5n, CUT_OFF_MS - 2 * DAY_MS),
);

const write = (books = BOOKS, closedRuns = new Set(['run_1'])): CheckpointFile =>
  writeCheckpoint(books.state, {
    cutOffMs: CUT_OFF_MS,
    peaks: [{ size: 4, digest: fromHex(DIGEST) }],
    rewarded: { USDT: 11n, TRX: 12n },
    closedRuns,
  });

describe('a checkpoint', () => {
  it('has every figure in its place, by name', () => {
    expect(write()).toEqual({
      journalPeaks: [{ size: 4, digest: DIGEST }],
      balances: [
        { account: 'chain/custody', currency: 'TRX', amountMicro: '-79' },
        { account: 'chain/custody', currency: 'USDT', amountMicro: '-1050' },
        { account: 'chain/inFlight', currency: 'USDT', amountMicro: '-9' },
        { account: 'pool/ownFunds', currency: 'USDT', amountMicro: '400' },
        { account: 'pool/reserve/1', currency: 'USDT', amountMicro: '400' },
        { account: 'pool/reserve/2', currency: 'USDT', amountMicro: '100' },
        { account: 'pool/rewardsPayable', currency: 'USDT', amountMicro: '11' },
        { account: 'user/invested', currency: 'TRX', amountMicro: '70' },
        { account: 'user/invested', currency: 'USDT', amountMicro: '50' },
        { account: 'user/onHold', currency: 'USDT', amountMicro: '9' },
        { account: 'user/referral', currency: 'USDT', amountMicro: '3' },
        { account: 'user/wallet', currency: 'TRX', amountMicro: '9' },
        { account: 'user/withdrawable', currency: 'USDT', amountMicro: '86' },
      ],
      receipts: { USDT: '3', TRX: '2' },
      principal: [
        { currency: 'TRX', investedMicro: '70', weightedMicroMs: String(140 * DAY_MS), latestMs: 2 * DAY_MS },
        { currency: 'USDT', investedMicro: '50', weightedMicroMs: String(50 * DAY_MS), latestMs: DAY_MS },
      ],
      rewarded: { USDT: '11', TRX: '12' },
      reserves: [
        {
          account: 'pool/reserve/1',
          currency: 'USDT',
          balances: [
            { atMs: 10, amountMicro: '500' },
            { atMs: 9 * DAY_MS, amountMicro: '416' },
            { atMs: 9 * DAY_MS + 5, amountMicro: '400' },
          ],
        },
        { account: 'pool/reserve/2', currency: 'USDT', balances: [{ atMs: 10, amountMicro: '100' }] },
      ],
      signed: [{ atMs: CUT_OFF_MS - 2 * DAY_MS, amountMicro: '5', currency: 'USDT' }],
      openRuns: [
        {
          id: 'run_2',
          currency: 'USDT',
          termsVersion: 1,
          createdAtMs: 9 * DAY_MS,
          principalMicroMs: String(50 * 8 * DAY_MS),
          reserveBefore: '500',
          fixed: '84',
          paid: '70',
          referralPaid: '3',
          returned: '0',
          pages: [1, 2],
        },
      ],
    });
  });

  it('is read as it was written', () => {
    const file = write();
    const again = new JournalReplay(readCheckpoint(file));
    expect(write(again, new Set())).toEqual(file);
    expect(readCheckpoint(file).rewarded).toEqual({ USDT: 11n, TRX: 12n });
    expect(again.runs.get('run_2')).toMatchObject({ isCounted: true, pages: new Set([1, 2]) });
    expect(again.listSigned('USDT', 0)).toEqual([
      { currency: 'USDT', atMs: CUT_OFF_MS - 2 * DAY_MS, amountMicro: 5n },
    ]);
    expect([again.receipts('USDT'), again.receipts('TRX')]).toEqual([3n, 2n]);
    expect(again.figures('USDT')).toEqual(BOOKS.figures('USDT'));
    expect(readCheckpointPeaks(file)).toEqual([{ size: 4, digest: fromHex(DIGEST) }]);
  });

  it('says nothing of anyone without entries', () => {
    expect(write(new JournalReplay())).toMatchObject({
      balances: [],
      receipts: { USDT: '0', TRX: '0' },
      principal: [],
      reserves: [],
      signed: [],
      openRuns: [],
    });
  });

  it('leaves accounts out that stand at nothing', () => {
    const books = replay(
      ...FUNDED,
      move('reserve-rollover', 'reserve-rollover/1', ['pool/reserve/2', 'pool/reserve/1', 100n], 20),
    );
    expect(write(books).balances.map(({ account }) => account)).not.toContain('pool/reserve/2');
  });

  it.each([
    'pool/nothing',
    'user/invested/x',
    'pool/reserve/0',
    'pool/reserve/01',
    'x/pool/reserve',
    'pool/reserve/1/2',
    'toString/constructor',
    '',
  ])('names no account that the chart does not have: %j', (account) => {
    const balances = [{ account, currency: 'USDT', amountMicro: '1' } as const];
    expect(() => readCheckpoint({ ...write(), balances })).toThrow(
      `The chart of accounts has no ${account}.`,
    );
  });

  it('names versions of any number of digits, and every currency', () => {
    const state = new JournalReplay().state;
    state.signed.push({ currency: 'BNB', atMs: CUT_OFF_MS, amountMicro: 1n });
    const file = write(new JournalReplay(state));
    expect(file.signed).toEqual([{ currency: 'BNB', atMs: CUT_OFF_MS, amountMicro: '1' }]);
    const balances = [{ account: 'pool/reserve/1234', currency: 'USDT', amountMicro: '1' } as const];
    expect([...readCheckpoint({ ...file, balances }).balances.keys()]).toEqual(['pool/reserve/1234:USDT']);
  });

  it('has the balances of a reserve of two days, and the last one before', () => {
    const since = CUT_OFF_MS - 2 * DAY_MS;
    const fund = (id: number, atMs: number) =>
      move('reserve-funding', `reserve-funding/${id}`, ['pool/ownFunds', 'pool/reserve/3', 1n], atMs);
    const books = replay(
      ...FUNDED,
      ...[since - 2, since - 1, since, since + 1].map((atMs, id) => fund(id, atMs)),
    );
    const kept = write(books).reserves.find(({ account }) => account === 'pool/reserve/3')?.balances;
    expect(kept?.map(({ atMs }) => atMs - since)).toEqual([-1, 0, 1]);
  });

  it('names no currency that the pool does not have', () => {
    const state = new JournalReplay().state;
    state.signed.push({ currency: 'EUR', atMs: CUT_OFF_MS, amountMicro: 1n });
    expect(() => write(new JournalReplay(state))).toThrow('EUR is not a currency.');
  });
});

describe('the key of a balance', () => {
  it('tells classes, versions and currencies apart', () => {
    expect([
      toKey('pool/reserve', 1, 'USDT'),
      toKey('pool/reserve', null, 'USDT'),
      toKey('user/invested', null, 'TRX'),
    ]).toEqual(['pool/reserve/1:USDT', 'pool/reserve:USDT', 'user/invested:TRX']);
  });
});
