// A year of snapshots of a pool that never existed: everyone invests on the first day, a reward run pays every day, and some deposit and
// withdraw. Written as the pool publishes them, without its database: that would take hours.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS, planShares, type UserId } from '@glasspool/core';
import { publishPageReference } from '@glasspool/core/books';
import { SeededRandom } from '@glasspool/core/testing';
import { PoolKeys } from '@glasspool/lab/lies';
import {
  encodeEntry,
  encodeManifest,
  type JournalEntry,
  JournalReplay,
  LogBuilder,
  type Manifest,
  makeCheckpoint,
  manifestDigest,
  sha256,
  type TermsFile,
  toHex,
  writeJson,
} from '@glasspool/proof';
import { LeafFile, type WrittenLeaves } from '@glasspool/solvency';

const START_MS = Date.UTC(2026, 0, 1);
const MICRO = 1_000_000n;
const PRINCIPAL = 100n * MICRO;
const REWARD = MICRO;
const RATE_PPM = 10_000;
const PER_PAGE = 500;
/** Users who deposit and withdraw on a day, 10 USDT each. */
const ACTIVE = 100;
const MOVED = 10n * MICRO;
const UNITS_PER_MICRO = 10n ** 12n;
const CHAIN_ID = 97;

const TERMS: TermsFile['terms'][number] = {
  version: 1,
  targetRatePpm: RATE_PPM,
  termDays: 365,
  minimum: { USDT: '1', TRX: '1' },
  withdrawalMinimum: { USDT: '1', TRX: '1' },
  withdrawalFee: { USDT: '0', TRX: '0' },
  referralRatesPpm: [50_000, 30_000, 10_000],
  referralCapPpm: 50_000,
  publishedAtMs: START_MS - DAY_MS,
  startsAtMs: START_MS - DAY_MS,
};

interface Size {
  readonly investors: number;
  readonly days: number;
}

type Leg = readonly [account: string, amount: bigint];

/** Writes a folder for each day; returns the digest of each manifest, and the number of all entries. */
export async function writeYear(
  folder: string,
  size: Size,
): Promise<{ digests: Uint8Array[]; entries: number }> {
  const keys = new PoolKeys();
  const replay = new JournalReplay();
  const log = new LogBuilder();
  const digests: Uint8Array[] = [];
  const runs: TermsFile['runs'] = [];
  for (let day = 0; day <= size.days; day += 1) {
    const place = join(folder, String(day));
    mkdirSync(place);
    const chunks: Uint8Array[] = [];
    for (const entry of day === 0 ? getOpening(size) : getDay(day, size, runs)) {
      const bytes = encodeEntry(entry);
      log.push(bytes);
      replay.apply(entry);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      chunks.push(length, bytes);
    }
    writeFileSync(join(place, 'journal.bin'), Buffer.concat(chunks));
    const cutOffMs = START_MS + day * DAY_MS + HOUR_MS;
    const terms = { terms: [TERMS], runs };
    const custody = replay.figures('USDT').custody;
    const files = {
      'terms.json': writeJson(terms),
      'checkpoint.json': writeJson(makeCheckpoint(replay, { cutOffMs, peaks: log.peaks, terms })),
      'in-flight.json': writeJson({ inFlight: [] }),
      'state-proof.json': writeJson({ proof: null }),
      'reserves.json': writeJson({
        reserves: [
          { network: 'BSC', address: keys.deriveAddress('USDT'), units: String(custody * UNITS_PER_MICRO) },
          { network: 'TRON', address: keys.deriveAddress('TRX'), units: '0' },
        ],
      }),
    };
    const leaves = day === size.days ? writeLeaves(place, size) : undefined;
    const named = {
      ...getManifest({ day, cutOffMs, keys, replay, leaves }),
      prevManifestDigest: digests.at(-1) ?? new Uint8Array(32),
      journalLength: log.length,
      journalHeadDigest: log.root(),
      termsDigest: sha256(files['terms.json']),
      reservesFileDigest: sha256(files['reserves.json']),
      stateProofDigest: sha256(files['state-proof.json']),
      inFlightDigest: sha256(files['in-flight.json']),
      checkpointDigest: sha256(files['checkpoint.json']),
    };
    const manifest = encodeManifest(named);
    digests.push(manifestDigest(manifest));
    const others = {
      'manifest.bin': manifest,
      'statements.json': writeJson(keys.signStatements(named)),
      'anchor.json': writeJson({ txHash: `0x${toHex(sha256(manifest))}` }),
    };
    for (const [name, bytes] of Object.entries({ ...files, ...others }))
      writeFileSync(join(place, name), bytes);
  }
  return { digests, entries: log.length };
}

function getManifest(at: {
  day: number;
  cutOffMs: number;
  keys: PoolKeys;
  replay: JournalReplay;
  leaves: { count: number; written: WrittenLeaves } | undefined;
}): Omit<
  Manifest,
  | 'prevManifestDigest'
  | 'journalLength'
  | 'journalHeadDigest'
  | 'termsDigest'
  | 'reservesFileDigest'
  | 'stateProofDigest'
  | 'inFlightDigest'
  | 'checkpointDigest'
> {
  const { day, cutOffMs, keys, replay, leaves } = at;
  const blank = new Uint8Array(32);
  return {
    snapshotNumber: day,
    cutOffMs,
    // Leaves are read of the newest snapshot alone.
    root: leaves?.written.root ?? { digest: blank, usdt: 0n, trx: 0n },
    leafCount: leaves?.count ?? 0,
    leafFileDigest: leaves?.written.digest ?? blank,
    usdt: { ...replay.figures('USDT'), dust: 0n },
    trx: { ...replay.figures('TRX'), dust: 0n },
    bscChainId: CHAIN_ID,
    bscHeight: 1_000 + day,
    bscBlockHash: blank,
    tronGenesisId: blank,
    tronHeight: 1_000 + day,
    tronBlockId: blank,
    anchorAddress: keys.anchorAddress,
    statementPublicKey: keys.statementPublicKey,
  };
}

function writeLeaves(place: string, { investors, days }: Size): { count: number; written: WrittenLeaves } {
  const computeNonce = (userId: UserId): Uint8Array => sha256(Buffer.from(userId));
  const leaves = new LeafFile({ snapshotNumber: days, random: new SeededRandom(1), computeNonce });
  for (let user = 0; user < investors; user += 1) {
    // Ids of the right length; nothing reads them but the nonce.
    const userId = `usr_${String(user).padStart(26, '0')}` as UserId;
    const usdt = PRINCIPAL + BigInt(days) * REWARD;
    leaves.add({ userId, email: `user${user}@example.org`, usdt, trx: 0n });
  }
  let written: WrittenLeaves | undefined;
  const chunks = [...leaves.write((result) => (written = result))];
  writeFileSync(join(place, 'leaves.bin'), Buffer.concat(chunks));
  if (written === undefined) throw new Error('The leaf file has no end.');
  return { count: leaves.leafCount, written };
}

function* getOpening({ investors, days }: Size): Generator<JournalEntry> {
  const reserve = REWARD * BigInt(investors * days);
  yield getEntry('operator-deposit', START_MS, 'operator-deposit/BSC/0xa/0', [
    ['chain/custody', -reserve],
    ['pool/ownFunds', reserve],
  ]);
  yield getEntry('reserve-funding', START_MS, 'reserve-funding/fnd_1', [
    ['pool/ownFunds', -reserve],
    ['pool/reserve/1', reserve],
  ]);
  for (let user = 0; user < investors; user += 1) {
    const name = getName(0, user);
    yield getEntry('deposit', START_MS, '', [
      ['chain/custody', -PRINCIPAL],
      [`user/${name}/wallet`, PRINCIPAL],
    ]);
    yield getEntry('investment', START_MS, '', [
      [`user/${name}/invested`, PRINCIPAL],
      [`user/${name}/wallet`, -PRINCIPAL],
    ]);
  }
}

function* getDay(day: number, { investors, days }: Size, runs: TermsFile['runs']): Generator<JournalEntry> {
  const runAtMs = START_MS + day * DAY_MS + MINUTE_MS;
  const due = REWARD * BigInt(investors);
  const reserveBefore = due * BigInt(days - day + 1);
  const id = `run_${day}`;
  yield getEntry('reward-run', runAtMs, `reward-run/${id}/fix`, [
    ['pool/reserve/1', -due],
    ['pool/rewardsPayable', due],
  ]);
  for (let page = 1; page <= Math.ceil(investors / PER_PAGE); page += 1) {
    const paid = REWARD * BigInt(Math.min(PER_PAGE, investors - (page - 1) * PER_PAGE));
    const root = toHex(sha256(Buffer.from(`${id}/${page}`)));
    yield getEntry('reward-page', runAtMs, publishPageReference({ runId: id, page }, root), [
      ['pool/rewardsPayable', -paid],
      ['user/*/withdrawable', paid],
    ]);
  }
  runs.push(getRun(id, runAtMs, { due, reserveBefore }));
  for (let user = 0; user < ACTIVE; user += 1) yield* getVisit(getName(day, user), runAtMs + MINUTE_MS);
}

/** A user deposits, and takes the same amount out again. */
function* getVisit(name: string, atMs: number): Generator<JournalEntry> {
  const steps: readonly (readonly [string, Leg, Leg])[] = [
    ['deposit', ['chain/custody', -MOVED], [`user/${name}/wallet`, MOVED]],
    ['wallet-release', [`user/${name}/wallet`, -MOVED], [`user/${name}/withdrawable`, MOVED]],
    ['withdrawal-hold', [`user/${name}/withdrawable`, -MOVED], [`user/${name}/onHold`, MOVED]],
    ['withdrawal-sign', ['chain/inFlight', -MOVED], ['chain/custody', MOVED]],
    ['withdrawal', [`user/${name}/onHold`, -MOVED], ['chain/inFlight', MOVED]],
  ];
  for (const [kind, from, to] of steps) yield getEntry(kind, atMs, '', [from, to]);
}

function getRun(
  id: string,
  runAtMs: number,
  { due, reserveBefore }: { due: bigint; reserveBefore: bigint },
): TermsFile['runs'][number] {
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
    paid: String(due),
    referralPaid: '0',
    root: null,
  };
}

function getEntry(kind: string, createdAtMs: number, reference: string, legs: readonly Leg[]): JournalEntry {
  const postings = legs.map(([account, amount]) => ({ account, currency: 'USDT', amount }));
  return { kind, createdAtMs, reference, postings };
}

/** As long as a name in a journal. */
function getName(day: number, user: number): string {
  return `${day.toString(16).padStart(8, '0')}${user.toString(16).padStart(24, '0')}`;
}
