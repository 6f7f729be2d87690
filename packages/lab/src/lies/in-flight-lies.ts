// Lies about what is signed to leave, and about where a later check begins.
import { DAY_MS, parseAmount as micro } from '@glasspool/core';
import type { CheckpointFile, InFlightFile } from '@glasspool/proof';
import { HONEST, hold, sign } from './honest-story.ts';
import { LATE_MS, story } from './journal-lie.ts';
import { anyone, type Lie } from './lie.ts';
import { type Story, withEntries, withSnapshot } from './story.ts';

const NEWEST = 2;
type Items = InFlightFile['inFlight'];

/** The honest pool with a withdrawal of 50 USDT in flight at the last cut-off. */
const PAYING = withEntries(
  HONEST,
  NEWEST,
  ...hold('mallory', micro('8'), LATE_MS),
  sign(micro('8'), LATE_MS),
);

const saying = (change: (honest: Items) => Items): Story =>
  withSnapshot(PAYING, NEWEST, (one) => ({ ...one, inFlight: change }));
const checkpoint = (change: (honest: CheckpointFile) => CheckpointFile): Story =>
  withSnapshot(HONEST, NEWEST, (one) => ({ ...one, checkpoint: change }));
const inventHash = (items: Items, at: string): Items =>
  items.map((one) => ({ ...one, txHashes: [at.repeat(64)] }));

export const IN_FLIGHT_LIES: readonly Lie[] = [
  story(
    'T1',
    'what is in flight is not named',
    saying(() => []),
    anyone('inFlight', /0 micro-units in flight are named, and 8000000 are said to be/),
  ),
  story(
    'T2',
    'more is in flight than the transaction carries',
    withSnapshot(
      withEntries(HONEST, NEWEST, ...hold('dave', micro('900'), LATE_MS), sign(micro('900'), LATE_MS)),
      NEWEST,
      (one) => ({ ...one, inFlight: (items) => inventHash(items, '0').map(withEarlierHash) }),
    ),
    anyone('inFlight', /moves \d+ units, not the \d+ in flight/),
  ),
  story(
    'T3',
    'one transaction is named for two amounts',
    withSnapshot(
      withEntries(PAYING, NEWEST, ...hold('erin', micro('8'), LATE_MS), sign(micro('8'), LATE_MS)),
      NEWEST,
      (one) => ({
        ...one,
        inFlight: (items) => items.map((item) => ({ ...item, txHashes: items[0]?.txHashes ?? [] })),
      }),
    ),
    anyone('inFlight', /carries two amounts/),
  ),
  story(
    'T4',
    'an amount is in flight for days',
    withEntries(
      withSnapshot(HONEST, NEWEST, (one) => ({
        ...one,
        entries: one.entries.filter(({ kind }) => kind !== 'withdrawal'),
        cutOffMs: one.cutOffMs + DAY_MS,
      })),
      NEWEST,
    ),
    anyone('inFlight', /50000000 micro-units in flight were not signed within a day/),
  ),
  story(
    'T5',
    'an amount that is in flight for days is said to be signed today',
    withSnapshot(HONEST, NEWEST, (one) => ({
      ...one,
      entries: one.entries.filter(({ kind }) => kind !== 'withdrawal'),
      cutOffMs: one.cutOffMs + DAY_MS,
      inFlight: (items) => items.map((item) => ({ ...item, signedAtMs: one.cutOffMs })),
    })),
    anyone('inFlight', /were not signed within a day/),
  ),
  {
    ...story(
      'T6',
      'what left a month ago is said to be in a transaction that no node knows',
      saying((items) => inventHash(items, 'f')),
      { by: 'incomplete', check: 'inFlight', says: /in no block yet: f{64}/ },
    ),
  },
  story(
    'T7',
    'a checkpoint has a larger reserve than the journal, for those who begin there',
    checkpoint((honest) => ({
      ...honest,
      balances: honest.balances.map((one) =>
        one.account === 'pool/reserve/1' ? { ...one, amountMicro: `9${one.amountMicro}` } : one,
      ),
    })),
    anyone('checkpoint', /says something else than the journal/),
  ),
  story(
    'T8',
    'a checkpoint forgets that rewards were due, so that more can be due later',
    checkpoint((honest) => ({ ...honest, rewarded: { USDT: '0', TRX: '0' } })),
    anyone('checkpoint', /says something else than the journal/),
  ),
];

/** The transaction of the withdrawal of an earlier day, which moved 50 USDT. */
function withEarlierHash(item: Items[number]): Items[number] {
  return { ...item, txHashes: [`0x${'2'.padStart(64, '0')}`] };
}
