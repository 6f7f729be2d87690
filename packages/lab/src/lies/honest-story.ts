// The honest pool that every lie begins with: four users, two currencies, a fee, two reward runs, a withdrawal in flight at a cut-off.
import { DAY_MS, HOUR_MS, MINUTE_MS, parseAmount as micro, planShares } from '@glasspool/core';
import type { TermsFile } from '@glasspool/proof';
import type { Story, StoryEntry, StorySnapshot } from './story.ts';

export const START_MS = Date.UTC(2026, 0, 1);
/** Time of who reads the story: long after its newest snapshot. */
export const READ_AT_MS = Date.UTC(2026, 6, 1);
const FIRST_CUT_OFF_MS = START_MS + HOUR_MS;
const RATE_PPM = 20_000;
const FEE = micro('1');
const PRINCIPAL = { alice: micro('1000'), dave: micro('3000') };
const DUE = (PRINCIPAL.alice + PRINCIPAL.dave) / 50n;
const RESERVE = micro('5000');

export const TERMS: TermsFile['terms'][number] = {
  version: 1,
  targetRatePpm: RATE_PPM,
  termDays: 30,
  minimum: { USDT: '10000000', TRX: '100000000' },
  withdrawalMinimum: { USDT: '10000000', TRX: '50000000' },
  withdrawalFee: { USDT: String(FEE), TRX: '0' },
  referralRatesPpm: [50_000, 30_000, 10_000],
  referralCapPpm: 50_000,
  publishedAtMs: START_MS - DAY_MS,
  startsAtMs: START_MS - DAY_MS,
};

/** Moves an amount from one account to another. */
export function move(kind: string, atMs: number, { from, to, amount, ...rest }: MoveRequest): StoryEntry {
  return {
    kind,
    atMs,
    legs: [
      [from, -amount],
      [to, amount],
    ],
    ...rest,
  };
}

interface MoveRequest extends Pick<StoryEntry, 'currency' | 'reference'> {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

const deposit = (user: string, amount: bigint, currency?: 'TRX'): StoryEntry =>
  move('deposit', START_MS + MINUTE_MS, {
    from: 'chain/custody',
    to: `user/${user}/wallet`,
    amount,
    ...(currency && { currency }),
  });
const invest = (user: string, amount: bigint): StoryEntry =>
  move('investment', START_MS + 2 * MINUTE_MS, {
    from: `user/${user}/wallet`,
    to: `user/${user}/invested`,
    amount,
  });

const opening: readonly StoryEntry[] = [
  move('operator-deposit', START_MS, {
    from: 'chain/custody',
    to: 'pool/ownFunds',
    amount: micro('10000'),
    reference: 'operator-deposit/BSC/0xa/0',
  }),
  move('operator-deposit', START_MS, {
    from: 'chain/custody',
    to: 'pool/ownFunds',
    amount: micro('500'),
    currency: 'TRX',
    reference: 'operator-deposit/TRON/b/0',
  }),
  move('reserve-funding', START_MS, {
    from: 'pool/ownFunds',
    to: 'pool/reserve/1',
    amount: RESERVE,
    reference: 'reserve-funding/fund_1',
  }),
  deposit('alice', micro('2000')),
  deposit('dave', micro('5000')),
  deposit('erin', micro('60')),
  deposit('erin', micro('250'), 'TRX'),
  deposit('mallory', micro('10')),
  invest('alice', PRINCIPAL.alice),
  invest('dave', PRINCIPAL.dave),
];

/** The run of a day: what it takes from the reserve, and one page that pays all of it. */
function runEntries(id: string, atMs: number): StoryEntry[] {
  return [
    move('reward-run', atMs, {
      from: 'pool/reserve/1',
      to: 'pool/rewardsPayable',
      amount: DUE,
      reference: `reward-run/${id}/fix`,
    }),
    {
      kind: 'reward-page',
      atMs,
      reference: `reward-run/${id}/page/1`,
      legs: [
        ['pool/rewardsPayable', -DUE],
        ['user/alice/withdrawable', PRINCIPAL.alice / 50n],
        ['user/dave/withdrawable', PRINCIPAL.dave / 50n],
      ],
    },
  ];
}

/** A run as `terms.json` lists it, with the shares that follow from its reserve. */
export function getRun(
  id: string,
  runAtMs: number,
  figures: { due: bigint; reserveBefore: bigint },
): TermsFile['runs'][number] {
  const { due, reserveBefore } = figures;
  const plan = planShares({
    dueMicro: due,
    referralDueMicro: 0n,
    referralCapPpm: TERMS.referralCapPpm,
    reserveMicro: reserveBefore,
  });
  return {
    id,
    runAtMs,
    currency: 'USDT',
    termsVersion: 1,
    isClosed: true,
    due: String(due),
    referralDue: '0',
    sharePpb: plan.sharePpb,
    referralSharePpb: plan.referralSharePpb,
    reserveBefore: String(reserveBefore),
    fixed: String(plan.fixedMicro),
    paid: String(plan.fixedMicro),
    referralPaid: '0',
    root: null,
  };
}

export const FIRST_RUN_MS = START_MS + DAY_MS + 5 * MINUTE_MS;
const SECOND_RUN_MS = FIRST_RUN_MS + DAY_MS;
const RUNS = [
  getRun('run_1', FIRST_RUN_MS, { due: DUE, reserveBefore: RESERVE }),
  getRun('run_2', SECOND_RUN_MS, { due: DUE, reserveBefore: RESERVE - DUE }),
];

const LATER_MS = FIRST_RUN_MS + MINUTE_MS;
export const hold = (user: string, amount: bigint, atMs = LATER_MS): StoryEntry[] => [
  move('wallet-release', atMs, { from: `user/${user}/wallet`, to: `user/${user}/withdrawable`, amount }),
  move('withdrawal-hold', atMs, { from: `user/${user}/withdrawable`, to: `user/${user}/onHold`, amount }),
];
export const sign = (amount: bigint, atMs = LATER_MS): StoryEntry =>
  move('withdrawal-sign', atMs, { from: 'chain/inFlight', to: 'chain/custody', amount });
export const confirm = (user: string, amount: bigint, fee = FEE, atMs = LATER_MS): StoryEntry => ({
  kind: 'withdrawal',
  atMs,
  legs: (
    [
      [`user/${user}/onHold`, -amount - fee],
      ['chain/inFlight', amount],
      ['pool/ownFunds', fee],
    ] as const
  ).filter(([, moved]) => moved !== 0n),
});

const snapshot = (index: number, entries: readonly StoryEntry[]): StorySnapshot => ({
  cutOffMs: FIRST_CUT_OFF_MS + index * DAY_MS,
  entries,
  terms: { terms: [TERMS], runs: RUNS.slice(0, index) },
  bscHeight: 1_000 + index * 100_000,
  tronHeight: 500 + index * 28_800,
});

export const HONEST: Story = {
  snapshots: [
    snapshot(0, opening),
    snapshot(1, [
      ...runEntries('run_1', FIRST_RUN_MS),
      ...hold('dave', micro('101')),
      sign(micro('100')),
      confirm('dave', micro('100')),
      ...hold('alice', micro('51')),
      sign(micro('50')),
    ]),
    snapshot(2, [...runEntries('run_2', SECOND_RUN_MS), confirm('alice', micro('50'), FEE, SECOND_RUN_MS)]),
  ],
};
