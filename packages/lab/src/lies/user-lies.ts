// Lies that are consistent for everyone but the user whom they rob.
import { DAY_MS, MINUTE_MS, parseAmount as micro } from '@glasspool/core';
import type { OwnCheckOptions, OwnEntry } from '@glasspool/proof';
import { confirm, FIRST_RUN_MS, HONEST, hold, sign } from './honest-story.ts';
import { affectedUser, type Lie, type Verdict } from './lie.ts';
import { getOwnPart } from './own-part.ts';
import { publish } from './publish.ts';
import { mapEntries, type Story, withEntries, withSnapshot } from './story.ts';
import { computeNonce } from './users.ts';

const LATE_MS = FIRST_RUN_MS + DAY_MS + MINUTE_MS;
const names = (user: string) => (one: Story['snapshots'][number]['entries'][number]) =>
  one.legs.some(([account]) => account.includes(user)) ? undefined : one;
const renamed = (from: string, to: string): Story =>
  mapEntries(HONEST, (one) => ({
    ...one,
    legs: one.legs.map(([account, amount]) => [account.replace(`/${from}/`, `/${to}/`), amount] as const),
  }));

/** Data that a user receives in the last snapshot of a story, with the honest receipt of the one before. */
function toUser(
  id: string,
  what: string,
  told: { story: Story; user: string; change?: (part: OwnCheckOptions) => OwnCheckOptions },
  verdict: Verdict,
): Lie {
  const { story, user, change = (part) => part } = told;
  const tell = () => {
    const pool = publish(story);
    const { snapshotNumber, usdt, trx } = getOwnPart(publish(HONEST), user, 1).proof;
    const part = getOwnPart(pool, user, 2);
    return { pool, ownPart: change({ ...part, earlier: { snapshotNumber, usdt, trx } }) };
  };
  return { id, what, tell, verdict };
}

const withRowOf = (user: string, entry: OwnEntry): OwnEntry => ({
  ...entry,
  rows: getOwnPart(publish(HONEST), user, 2).entries?.find(({ index }) => index === entry.index)?.rows,
});

/** The user kept the receipt of the first snapshot, and is sent every entry since. */
function sinceFirst(user: string, { proof }: OwnCheckOptions): Partial<OwnCheckOptions> {
  const { snapshotNumber, usdt, trx } = getOwnPart(publish(HONEST), user, 0).proof;
  const { entries, entriesSince } = getOwnPart(publish(HONEST), user, proof.snapshotNumber, 0);
  return { entries, entriesSince, earlier: { snapshotNumber, usdt, trx } };
}

const stolen = [
  ...hold('dave', micro('1001'), LATE_MS),
  sign(micro('1000'), LATE_MS),
  confirm('dave', micro('1000'), micro('1'), LATE_MS),
];

export const USER_LIES: readonly Lie[] = [
  toUser(
    '01b',
    'a user was never recorded',
    { story: mapEntries(HONEST, names('erin')), user: 'erin' },
    affectedUser('continuity', /owes you 60000000 micro-units of USDT and 250000000 of TRX/),
  ),
  toUser(
    '01c',
    'a user was never recorded, and has kept no receipt',
    { story: mapEntries(HONEST, names('erin')), user: 'erin', change: ({ earlier: _none, ...part }) => part },
    { by: 'user who looks', at: 'the question whether the pool owes them nothing' },
  ),
  toUser(
    '07',
    'a user is recorded under another id',
    { story: renamed('erin', 'usr_fake'), user: 'erin' },
    affectedUser('continuity', /owes you 60000000/),
  ),
  toUser(
    '04',
    'two users are shown the same leaves',
    {
      story: renamed('erin', 'mallory'),
      user: 'erin',
      change: (part) => {
        const { leaves, usdt, trx, signature } = getOwnPart(
          publish(renamed('erin', 'mallory')),
          'mallory',
          2,
        ).proof;
        return { ...part, proof: { ...part.proof, leaves, usdt, trx, signature } };
      },
    },
    affectedUser('leaves', /is not yours/),
  ),
  toUser(
    '24',
    'a withdrawal that the user never asked for is kept from them',
    {
      story: withEntries(HONEST, 2, ...stolen),
      user: 'dave',
      change: (part) => ({ ...part, entries: part.entries?.slice(0, -3) }),
    },
    affectedUser('continuity', /After the receipt of snapshot 1/),
  ),
  toUser(
    '24b',
    'a withdrawal that the user never asked for is shown to them',
    { story: withEntries(HONEST, 2, ...stolen), user: 'dave' },
    { by: 'user who looks', at: 'their own entries' },
  ),
  toUser(
    '26',
    'the nonce is another one',
    {
      story: HONEST,
      user: 'dave',
      change: (part) => ({ ...part, proof: { ...part.proof, nonce: computeNonce('visitor') } }),
    },
    affectedUser('leaves', /is not yours/),
  ),
  toUser(
    '14d',
    'the reward of one user goes to another',
    {
      story: mapEntries(HONEST, (one) =>
        one.reference?.includes('run_2/page') === true
          ? {
              ...one,
              legs: one.legs.map(
                ([account, amount]) => [account.replace('dave', 'mallory'), amount] as const,
              ),
            }
          : one,
      ),
      user: 'dave',
    },
    { by: 'user who looks', at: 'the reward of each day in their history' },
  ),
  toUser(
    '15a',
    'a withdrawal is final in the books, and nothing was sent',
    { story: HONEST, user: 'alice' },
    { by: 'user who looks', at: 'the transaction of their withdrawal' },
  ),
  toUser(
    'U1',
    'the receipt says less than the leaves',
    {
      story: HONEST,
      user: 'dave',
      change: (part) => ({ ...part, proof: { ...part.proof, usdt: part.proof.usdt - 1n } }),
    },
    affectedUser('receipt', /is not signed by the key|says something else/),
  ),
  toUser(
    'U6',
    'a user is shown the reward of another as their own',
    {
      story: HONEST,
      user: 'dave',
      change: (part) => ({ ...part, entries: part.entries?.map((entry) => withRowOf('alice', entry)) }),
    },
    affectedUser('entries', /is not in page 1 of run_2, or is not yours/),
  ),
  toUser(
    'U7',
    'a user is shown a reward that they are not owed',
    {
      story: withSnapshot(HONEST, 2, (one) => ({
        ...one,
        owed: { dave: { usdt: micro('4959'), trx: 0n }, mallory: { usdt: micro('70'), trx: 0n } },
      })),
      user: 'dave',
    },
    affectedUser('continuity', /owes you 5019000000 micro-units of USDT/),
  ),
  toUser(
    'U8',
    'a balance shrinks while its user looks at no snapshot',
    {
      story: withSnapshot(HONEST, 2, (one) => ({
        ...one,
        owed: { dave: { usdt: micro('4000'), trx: 0n }, mallory: { usdt: micro('1029'), trx: 0n } },
      })),
      user: 'dave',
      change: (part) => ({ ...part, ...sinceFirst('dave', part) }),
    },
    affectedUser('continuity', /After the receipt of snapshot 0 .* owes you 5019000000 micro-units of USDT/),
  ),
  toUser(
    'U9',
    'a withdrawal is shown twice to explain a smaller balance',
    {
      story: HONEST,
      user: 'alice',
      change: (part) => ({ ...part, entries: [...(part.entries ?? []), ...(part.entries ?? []).slice(-1)] }),
    },
    affectedUser('entries', /The entry at \d+ is shown twice/),
  ),
  toUser(
    'U2',
    'the same receipt is shown for another snapshot',
    {
      story: HONEST,
      user: 'dave',
      change: (part) => ({ ...part, proof: { ...part.proof, snapshotNumber: 1 } }),
    },
    affectedUser('manifest', /It is of snapshot 2/),
  ),
];
