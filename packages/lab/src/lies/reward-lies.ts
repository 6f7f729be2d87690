// Lies about reward runs in the journal: what leaves the reserve as a reward, or reaches no user.

import { HONEST, move } from './honest-story.ts';
import { entries, journal, SECOND_RUN_MS, shift, story, USDT } from './journal-lie.ts';
import type { Lie } from './lie.ts';
import { mapEntries, withEntries } from './story.ts';

const ALICE_REWARD = { from: 'pool/rewardsPayable', to: 'user/alice/withdrawable', amount: USDT('20') };

export const REWARD_LIES: readonly Lie[] = [
  entries(
    '11a',
    'a reward is paid from another user',
    [
      shift(
        'reward-page',
        'user/dave/wallet',
        'user/alice/withdrawable',
        USDT('100'),
        'reward-run/run_2/page/2',
      ),
    ],
    journal(/must not debit user\/wallet/),
  ),
  entries(
    '12d',
    'the reserve is booked back to the operator as a reward',
    [shift('reward-run', 'pool/reserve/1', 'pool/ownFunds', USDT('4000'), 'reward-run/run_2/fix')],
    journal(/must not credit pool\/ownFunds/),
  ),
  entries(
    '12e',
    'the reserve leaves as a referral reward',
    [shift('referral-reward', 'pool/reserve/1', 'chain/custody', USDT('4000'))],
    journal(/no kind referral-reward/),
  ),
  entries(
    'J4',
    'a reward run takes from its reserve twice',
    [shift('reward-run', 'pool/reserve/1', 'pool/rewardsPayable', USDT('80'), 'reward-run/run_2/fix')],
    journal(/takes from a reserve twice/),
  ),
  story(
    'J5',
    'a page of a reward run is paid twice',
    withEntries(
      mapEntries(HONEST, (one) =>
        one.reference === 'reward-run/run_2/page/1'
          ? move(one.kind, one.atMs, { ...ALICE_REWARD, reference: one.reference })
          : one,
      ),
      2,
      move('reward-page', SECOND_RUN_MS, { ...ALICE_REWARD, reference: 'reward-run/run_2/page/1' }),
    ),
    journal(/page run_2\/1 of a reward run is paid twice/),
  ),
  story(
    'J6',
    'a page of a reward run names no root, so that no reward can be proved',
    mapEntries(HONEST, (one) =>
      one.kind === 'reward-page' ? { ...one, reference: 'reward-run/run_1/fix' } : one,
    ),
    journal(/does not name the root of its rows|names a user/),
  ),
];
