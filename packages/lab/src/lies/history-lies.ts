// Lies about the past: what was published before, terms, reward runs and anchors.
import { DAY_MS, parseAmount as micro } from '@glasspool/core';
import type { TermsFile } from '@glasspool/proof';
import { FIRST_RUN_MS, getRun, HONEST, move, START_MS, TERMS } from './honest-story.ts';
import { anyone, type Lie, type Verdict } from './lie.ts';
import { PoolKeys } from './pool-keys.ts';
import { publish } from './publish.ts';
import { mapEntries, mapTerms, type Story, withEntries, withSnapshot } from './story.ts';

const LAST = 2;

function story(id: string, what: string, told: Story, verdict: Verdict): Lie {
  return { id, what, tell: () => ({ pool: publish(told) }), verdict };
}

const manifest = (
  id: string,
  what: string,
  change: NonNullable<Story['snapshots'][number]['manifest']>,
  verdict: Verdict,
): Lie =>
  story(
    id,
    what,
    withSnapshot(HONEST, LAST, (one) => ({ ...one, manifest: change })),
    verdict,
  );

/** Changes the terms of a run in every file from a snapshot on. */
const run = (from: number, id: string, change: Partial<TermsFile['runs'][number]>): Story =>
  mapTerms(HONEST, from, (file) => ({
    ...file,
    runs: file.runs.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }));
const version = (from: number, change: Partial<TermsFile['terms'][number]>): Story =>
  mapTerms(HONEST, from, (file) => ({ ...file, terms: file.terms.map((one) => ({ ...one, ...change })) }));

const other = new PoolKeys('another operator');
const withKey = (statementPublicKey: Uint8Array): Story => ({
  ...HONEST,
  snapshots: HONEST.snapshots.map((one) => ({ ...one, manifest: { statementPublicKey } })),
});
const secondTerms = { ...TERMS, version: 2, targetRatePpm: 100 };
const lowRun = {
  ...getRun('run_2', FIRST_RUN_MS + DAY_MS, { due: micro('80'), reserveBefore: micro('4920') }),
  sharePpb: 10_000_000,
};
const bigDue = micro('4900');

export const HISTORY_LIES: readonly Lie[] = [
  manifest(
    '30',
    'the chain of BSC changes',
    { bscChainId: 56 },
    anyone('history', /other chains or other keys/),
  ),
  manifest(
    '30b',
    'the chain of TRON changes',
    { tronGenesisId: new Uint8Array(32).fill(7) },
    anyone('history', /other chains or other keys/),
  ),
  manifest(
    '30c',
    'the anchor address changes',
    { anchorAddress: other.anchorAddress },
    anyone('history', /other chains or other keys/),
  ),
  manifest(
    '30d',
    'the key of receipts changes',
    { statementPublicKey: other.statementPublicKey },
    anyone('history', /other chains or other keys/),
  ),
  story(
    '30f',
    'the key of receipts signs every message, so that anyone can forge one',
    withKey(new Uint8Array(32).with(0, 1)),
    anyone('manifest', /not a point of the prime-order subgroup/),
  ),
  story(
    '30g',
    'the key of receipts has a part of small order, so that programs differ on what it signed',
    withKey(other.statementKeyWithTorsion),
    anyone('manifest', /not a point of the prime-order subgroup/),
  ),
  story(
    '30e',
    'all snapshots name a chain that is not the reader’s',
    { ...HONEST, snapshots: HONEST.snapshots.map((one) => ({ ...one, manifest: { bscChainId: 31_337 } })) },
    anyone('blocks', /is of chain 97, the manifest of chain 31337/),
  ),
  manifest(
    'H9',
    'the manifest follows from another one',
    { prevManifestDigest: new Uint8Array(32) },
    anyone('history', /does not follow from the one before/),
  ),
  story(
    'H10',
    'the cut-off is before that of the snapshot before',
    withSnapshot(HONEST, LAST, (one) => ({ ...one, cutOffMs: START_MS })),
    anyone('history', /is older than the one before/),
  ),
  manifest(
    'H11',
    'entries of an earlier journal are taken back',
    { journalLength: 3 },
    anyone('journal', /is not the one that its manifest names/),
  ),
  story(
    '14a',
    'the rate of terms is changed afterwards',
    version(LAST, { targetRatePpm: 1_000 }),
    anyone('terms', /other terms of version 1/),
  ),
  story(
    '14a2',
    'the fee of terms is raised afterwards',
    version(LAST, { withdrawalFee: { USDT: '9000000', TRX: '0' } }),
    anyone('terms', /other terms of version 1/),
  ),
  story(
    '14a3',
    'terms disappear',
    mapTerms(HONEST, LAST, (file) => ({ ...file, terms: [secondTerms] })),
    anyone('terms', /other terms of version 1/),
  ),
  story(
    '14e',
    'new terms begin before they were published',
    mapTerms(HONEST, LAST, (file) => ({
      ...file,
      terms: [...file.terms, { ...secondTerms, startsAtMs: START_MS }],
    })),
    anyone('terms', /began before they were published/),
  ),
  story(
    '14b',
    'a run of the past is listed with another due',
    run(LAST, 'run_1', { due: '40000000' }),
    anyone('terms', /another reward run run_1/),
  ),
  story(
    '14b2',
    'a run of the past is no longer listed',
    mapTerms(HONEST, LAST, (file) => ({ ...file, runs: file.runs.slice(1) })),
    anyone('terms', /another reward run run_1/),
  ),
  story(
    '14b3',
    'a run of the past is listed at another time',
    run(LAST, 'run_1', { runAtMs: FIRST_RUN_MS - DAY_MS }),
    anyone('terms', /another reward run run_1/),
  ),
  story(
    '14b4',
    'a run is listed twice',
    mapTerms(HONEST, LAST, (file) => ({ ...file, runs: [...file.runs, ...file.runs.slice(1)] })),
    anyone('terms', /lists a reward run twice/),
  ),
  story(
    '14c',
    'a run pays 1 % of what is due from a full reserve',
    mapTerms(HONEST, LAST, (file) => ({
      ...file,
      runs: [...file.runs.slice(0, 1), { ...lowRun, fixed: '800000', paid: '800000' }],
    })),
    anyone('runs', /does not have the share that its reserve allows/),
  ),
  story(
    '14c2',
    'a run pays nothing and says that its reserve was empty',
    {
      ...mapEntries(
        mapTerms(HONEST, LAST, (file) => ({
          ...file,
          runs: [
            ...file.runs.slice(0, 1),
            getRun('run_2', FIRST_RUN_MS + DAY_MS, { due: micro('80'), reserveBefore: 0n }),
          ],
        })),
        (one) => (one.reference?.includes('run_2') === true ? undefined : one),
      ),
    },
    anyone('runs', /paid nothing, and its reserve was not empty/),
  ),
  story(
    '12f',
    'a run owes an accomplice more than any principal can earn',
    withEntries(
      mapTerms(HONEST, LAST, (file) => ({
        ...file,
        runs: [
          ...file.runs,
          getRun('run_3', FIRST_RUN_MS + DAY_MS, { due: bigDue, reserveBefore: micro('4840') }),
        ],
      })),
      LAST,
      move('reward-run', FIRST_RUN_MS + DAY_MS, {
        from: 'pool/reserve/1',
        to: 'pool/rewardsPayable',
        amount: micro('4840'),
        reference: 'reward-run/run_3/fix',
      }),
      {
        kind: 'reward-page',
        atMs: FIRST_RUN_MS + DAY_MS,
        reference: 'reward-run/run_3/page/1',
        legs: [
          ['pool/rewardsPayable', -micro('4840')],
          ['user/mallory/withdrawable', micro('4840')],
        ],
      },
    ),
    anyone('runs', /more is due than the principal in USDT can have earned|does not have the share/),
  ),
  story(
    '12g',
    'a run is in the journal and in no list',
    withEntries(
      HONEST,
      LAST,
      move('reward-run', FIRST_RUN_MS + DAY_MS, {
        from: 'pool/reserve/1',
        to: 'pool/rewardsPayable',
        amount: 1n,
        reference: 'reward-run/run_7/fix',
      }),
    ),
    anyone('journal', /does not have the time of its reward run/),
  ),
];
