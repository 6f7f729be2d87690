// Goal: a checkpoint of a checkpoint is that of the whole journal, also where entries stand after others of a later time, as those of a reward
// run do. Method: random journals, with a checkpoint after each of random parts, beside one replay from the first entry on.
import { DAY_MS, HOUR_MS } from '@glasspool/core';
import { SeededRandom } from '@glasspool/core/testing';
import { describe, expect, it } from 'vitest';
import type { CheckpointFile } from './bundle.ts';
import type { JournalEntry } from './journal.ts';
import { JournalReplay } from './replay.ts';
import { readCheckpoint, writeCheckpoint } from './replay-state.ts';

const START_MS = 1_000 * DAY_MS;
const JOURNALS = 200;
const ENTRIES = 40;

const legs = (kind: string, createdAtMs: number, from: string, to: string, amount: bigint): JournalEntry => ({
  kind,
  createdAtMs,
  reference: '',
  postings: [
    { account: from, currency: 'USDT', amount: -amount },
    { account: to, currency: 'USDT', amount },
  ],
});

const fund = (atMs: number, amount: bigint): JournalEntry =>
  legs('reserve-funding', atMs, 'pool/ownFunds', 'pool/reserve/1', amount);

function checkpointOf(replay: JournalReplay, cutOffMs: number): CheckpointFile {
  return writeCheckpoint(replay.state, {
    cutOffMs,
    peaks: [],
    rewarded: replay.state.rewarded,
    closedRuns: new Set(),
  });
}

describe('a checkpoint', () => {
  it('has the balances of a reserve in the order of the journal, the last one of an earlier time among them', () => {
    const replay = new JournalReplay();
    replay.apply(legs('operator-deposit', START_MS, 'chain/custody', 'pool/ownFunds', 100n));
    const [late, early] = [START_MS + 3 * DAY_MS, START_MS + DAY_MS];
    replay.apply(fund(late, 5n));
    replay.apply(fund(early, 7n));
    const { reserves } = checkpointOf(replay, START_MS + 4 * DAY_MS);
    expect(reserves[0]?.balances).toEqual([
      { atMs: late, amountMicro: '5' },
      { atMs: early, amountMicro: '12' },
    ]);
  });

  it('is that of the whole journal when made of a checkpoint and what came since', () => {
    for (let seed = 1; seed <= JOURNALS; seed += 1) {
      const random = new SeededRandom(seed);
      const whole = new JournalReplay();
      let since = new JournalReplay();
      let now = START_MS;
      const apply = (entry: JournalEntry): void => {
        whole.apply(entry);
        since.apply(entry);
      };
      apply(legs('operator-deposit', now, 'chain/custody', 'pool/ownFunds', 1_000_000n));
      for (let index = 0; index < ENTRIES; index += 1) {
        now += random.integer(20 * HOUR_MS);
        apply(fund(now - random.integer(3 * DAY_MS), BigInt(1 + random.integer(1_000))));
        if (random.integer(4) > 0) continue;
        const checkpoint = checkpointOf(since, now);
        expect([seed, checkpoint]).toEqual([seed, checkpointOf(whole, now)]);
        since = new JournalReplay(readCheckpoint(checkpoint));
      }
    }
  });
});
