// Entries of reward runs for tests, as a journal publishes them.
import { ALL_USERS, publishPageReference } from '@glasspool/core/books';
import type { JournalEntry } from './journal.ts';
import { JournalReplay } from './replay.ts';

type Legs = readonly (readonly [account: string, amount: bigint])[];

/** An entry of a journal; legs of nothing are left out. */
export const entry = (
  kind: string,
  reference: string,
  legs: Legs,
  { atMs = 0, currency = 'USDT' }: { atMs?: number; currency?: string } = {},
): JournalEntry => ({
  kind,
  createdAtMs: atMs,
  reference,
  postings: legs
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, currency, amount })),
});
/** An entry that moves an amount from one account to another. */
export const move = (
  kind: string,
  reference: string,
  [from, to, amount]: readonly [string, string, bigint],
  atMs = 0,
) =>
  entry(
    kind,
    reference,
    [
      [from, -amount],
      [to, amount],
    ],
    { atMs },
  );

/** The operator's 1,000, of which 500 and 100 are in the reserves of two versions. */
export const FUNDED: readonly JournalEntry[] = [
  move('operator-deposit', 'operator-deposit/BSC/0xa/0', ['chain/custody', 'pool/ownFunds', 1_000n]),
  move('reserve-funding', 'reserve-funding/fund_1', ['pool/ownFunds', 'pool/reserve/1', 500n], 10),
  move('reserve-funding', 'reserve-funding/fund_2', ['pool/ownFunds', 'pool/reserve/2', 100n], 10),
];
/** A run takes from the first reserve. */
export const fix = (amount: bigint, id = 'run_1', atMs = 20) =>
  move('reward-run', `reward-run/${id}/fix`, ['pool/reserve/1', 'pool/rewardsPayable', amount], atMs);
/** A page of a run pays rewards and referral rewards. */
export const page = (number: number, paid: bigint, referral: bigint, id = 'run_1') =>
  entry('reward-page', publishPageReference({ runId: id, page: number }, 'ab'.repeat(32)), [
    ['pool/rewardsPayable', -paid - referral],
    [`user/${ALL_USERS}/withdrawable`, paid],
    [`user/${ALL_USERS}/referral`, referral],
  ]);
/** A run gives back. */
export const remainder = (amount: bigint, reserve = 'pool/reserve/1', id = 'run_1') =>
  move('reward-remainder', `reward-run/${id}/remainder`, ['pool/rewardsPayable', reserve, amount], 30);

/** Applies entries to empty books. */
export function replay(...entries: readonly JournalEntry[]): JournalReplay {
  const books = new JournalReplay();
  for (const one of entries) books.apply(one);
  return books;
}
