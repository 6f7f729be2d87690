// Lies in the journal: what left users under a name that sounds right.
import { DAY_MS } from '@glasspool/core';
import { confirm, FIRST_RUN_MS, HONEST, hold, move, sign } from './honest-story.ts';
import { entries, journal, LATE_MS, shift, story, USDT } from './journal-lie.ts';
import { anyone, type Lie } from './lie.ts';
import { mapEntries, type StoryEntry, withEntries, withSnapshot } from './story.ts';

export const JOURNAL_LIES: readonly Lie[] = [
  entries(
    '02b',
    'a balance is written off as a correction',
    [shift('correction', 'user/dave/invested', 'chain/custody', USDT('2500'))],
    journal(/no kind correction/),
  ),
  entries(
    '03b',
    'a debt is parked in an account that is not counted',
    [shift('deposit', 'user/dave/invested', 'user/dave/deficit', USDT('3000'))],
    journal(/must not debit user\/invested/),
  ),
  entries(
    '03c',
    'an account that the chart does not have',
    [shift('deposit', 'chain/custody', 'pool/other', USDT('10'))],
    journal(/chart of accounts has no pool\/other/),
  ),
  entries(
    '11c',
    'invented funding behind a parked debt',
    [
      shift('operator-deposit', 'chain/custody', 'pool/ownFunds', USDT('4000'), 'operator-deposit/BSC/0xc/0'),
      shift('reserve-funding', 'pool/ownFunds', 'pool/reserve/1', USDT('4000'), 'reserve-funding/fund_2'),
      shift('shortage-write-off', 'user/dave/deficit', 'chain/custody', USDT('4000'), 'correction/c'),
    ],
    journal(/chart of accounts has no user/),
  ),
  entries(
    '12a',
    'a withdrawal has a fee of 100 %',
    [...hold('dave', USDT('1000'), LATE_MS), confirm('dave', 0n, USDT('1000'), LATE_MS)],
    journal(/fee of 1000000000 micro-units of USDT; terms up to then allow 1000000/),
  ),
  entries(
    '12a2',
    'a fee in a currency whose withdrawals are free',
    [
      ...hold('erin', USDT('20'), LATE_MS).map((one): StoryEntry => ({ ...one, currency: 'TRX' })),
      { ...confirm('erin', 0n, USDT('20'), LATE_MS), currency: 'TRX' },
    ],
    journal(/fee of 20000000 micro-units of TRX; terms up to then allow 0/),
  ),
  entries(
    '12a3',
    'own funds leave as the fee of a reversed withdrawal',
    [shift('withdrawal-reversal', 'pool/ownFunds', 'user/mallory/withdrawable', USDT('1000'))],
    journal(/gives back a fee of 1000000000 micro-units of USDT; terms up to then allow 1000000/),
  ),
  entries(
    '12b',
    'the operator withdraws more than its own funds',
    [
      shift(
        'operator-withdrawal-hold',
        'pool/ownFunds',
        'pool/withdrawing',
        USDT('6000'),
        'operator-withdrawal/w/hold',
      ),
    ],
    journal(/pool\/ownFunds would stand at/),
  ),
  entries(
    '12c',
    'a balance moves to an accomplice',
    [shift('attribution', 'user/dave/wallet', 'user/mallory/wallet', USDT('1000'))],
    journal(/must not debit user\/wallet/),
  ),
  entries(
    '18',
    'coins that left are in flight for ever',
    [sign(USDT('4900'), LATE_MS)],
    journal(/in flight, and open withdrawals are of 0/),
  ),
  entries(
    '18b',
    'invented funding is hidden as in flight',
    [
      shift('operator-deposit', 'chain/custody', 'pool/ownFunds', USDT('4000'), 'operator-deposit/BSC/0xc/0'),
      shift('reserve-funding', 'pool/ownFunds', 'pool/reserve/1', USDT('4000'), 'reserve-funding/fund_2'),
      sign(USDT('4000'), LATE_MS),
    ],
    journal(/in flight, and open withdrawals are of 0/),
  ),
  entries(
    'J1',
    'an entry makes money',
    [{ kind: 'deposit', atMs: LATE_MS, legs: [['user/mallory/wallet', USDT('100')]] }],
    journal(/makes 100000000 micro-units/),
  ),
  entries(
    'J2',
    'one entry touches two users',
    [
      {
        kind: 'wallet-release',
        atMs: LATE_MS,
        legs: [
          ['user/dave/wallet', -USDT('100')],
          ['user/mallory/withdrawable', USDT('100')],
        ],
      },
    ],
    journal(/touches 2 users/),
  ),
  entries(
    'J3',
    'a user is overdrawn together with all others',
    [shift('wallet-release', 'user/dave/wallet', 'user/dave/withdrawable', USDT('9000'))],
    journal(/wallet would stand at/),
  ),
  entries(
    'J7',
    'a fee of the network is taken from a user',
    [shift('network-fee', 'user/dave/wallet', 'chain/custody', USDT('10'), 'network-fee/BSC/0xd')],
    journal(/must not debit user\/wallet/),
  ),
  entries(
    'J8',
    'the reserve pays a withdrawal of the operator',
    [
      shift(
        'operator-withdrawal-sign',
        'pool/reserve/1',
        'chain/custody',
        USDT('10'),
        'operator-withdrawal/w/sign',
      ),
    ],
    journal(/must not debit pool\/reserve/),
  ),
  entries(
    'J9',
    'a reversed deposit is charged to another user',
    [shift('deposit-reversal', 'user/dave/wallet', 'chain/custody', USDT('10'))],
    journal(/must not debit user\/wallet/),
  ),
  entries(
    '06b',
    'an entry is later than its snapshot',
    [
      move('wallet-release', LATE_MS + 9 * DAY_MS, {
        from: 'user/dave/wallet',
        to: 'user/dave/withdrawable',
        amount: 1n,
      }),
    ],
    journal(/is later than its snapshot/),
  ),
  entries(
    '06c',
    'an entry is written into the past',
    [
      move('wallet-release', FIRST_RUN_MS, {
        from: 'user/dave/wallet',
        to: 'user/dave/withdrawable',
        amount: 1n,
      }),
    ],
    journal(/is older than the snapshot before/),
  ),
  story(
    '06',
    'the books are dated back by 300 days',
    {
      ...HONEST,
      snapshots: HONEST.snapshots.map((one) => ({ ...one, cutOffMs: one.cutOffMs - 300 * DAY_MS })),
    },
    journal(/is later than its snapshot/),
  ),
  story(
    '11b',
    'the reserve is funded with coins that are not there',
    {
      ...withSnapshot(
        withEntries(
          HONEST,
          2,
          shift(
            'operator-deposit',
            'chain/custody',
            'pool/ownFunds',
            USDT('9000'),
            'operator-deposit/BSC/0xc/0',
          ),
          shift('reserve-funding', 'pool/ownFunds', 'pool/reserve/1', USDT('9000'), 'reserve-funding/fund_2'),
        ),
        2,
        (one) => ({ ...one, held: { USDT: USDT('16000') } }),
      ),
    },
    anyone('reserves', /USDT: .* units, needed/),
  ),
  story(
    'J10',
    'a deposit is credited twice, once to an accomplice',
    withSnapshot(
      withEntries(
        HONEST,
        2,
        ...[1, 2].map(() => shift('deposit', 'chain/custody', 'user/mallory/wallet', USDT('9000'))),
      ),
      2,
      (one) => ({ ...one, held: { USDT: USDT('17000') } }),
    ),
    anyone('reserves', /USDT: .* units, needed/),
  ),
  story(
    'J11',
    'a confirmed withdrawal takes less from the user than it paid',
    mapEntries(HONEST, (one) =>
      one.kind === 'withdrawal'
        ? {
            ...one,
            legs: one.legs.map(
              ([account, amount]) => [account, account.startsWith('user') ? amount + 1n : amount] as const,
            ),
          }
        : one,
    ),
    journal(/makes 1 micro-units/),
  ),
  story(
    'J12',
    'a withdrawal is signed before it was asked for',
    mapEntries(HONEST, (one) => (one.kind === 'withdrawal-hold' ? undefined : one)),
    journal(/in flight, and open withdrawals are of 0|onHold would stand at/),
  ),
  story(
    'J13',
    'a deposit of the operator is booked twice, and the coins are borrowed for the snapshot',
    withSnapshot(
      withEntries(
        HONEST,
        2,
        shift(
          'operator-deposit',
          'chain/custody',
          'pool/ownFunds',
          USDT('10000'),
          'operator-deposit/BSC/0xa/0',
        ),
      ),
      2,
      (one) => one,
    ),
    journal(/The reference operator-deposit\/BSC\/0xa\/0 is there twice/),
  ),
  story(
    'J14',
    'a payment that an accomplice has is booked as lost, and given back',
    withSnapshot(
      withEntries(
        HONEST,
        2,
        shift('withdrawal-reversal', 'chain/custody', 'user/mallory/withdrawable', USDT('9000')),
      ),
      2,
      (one) => ({ ...one, held: { USDT: USDT('16000') } }),
    ),
    anyone('reserves', /USDT: .* units, needed/),
  ),
];
