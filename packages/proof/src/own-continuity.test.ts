// Goal: a receipt has to be the one before and every own entry since, and entries count only for the snapshots that are asked about.
// Method: what one user is sent of a snapshot, without leaves; each condition is left out once.
import { ALL_USERS, publishPageReference } from '@glasspool/core/books';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { encodeEntry, getPseudonym } from './journal.ts';
import { computeRoots, inclusionProof, logLeaf, logRoot } from './log.ts';
import { encodeManifest } from './manifest.ts';
import { addOwn } from './own-postings.ts';
import { rowContent, rowSalt } from './reward-row.ts';
import { sampleManifest } from './testing.ts';
import { type OwnCheckName, type OwnCheckOptions, verifyOwn } from './verify-own.ts';

const NUMBER = 4;
const NONCE = new Uint8Array(32).fill(1);
const EMAIL = 'alice@example.org';
type Posting = readonly [account: string, currency: 'USDT' | 'TRX', amount: bigint];

const makeEntry = (...postings: readonly Posting[]) => ({
  kind: 'deposit',
  createdAtMs: 1,
  reference: '',
  postings: postings.map(([account, currency, amount]) => ({ account, currency, amount })),
});
const walletIn = (number: number): string => `user/${getPseudonym(NONCE, number)}/wallet`;

/** Deposits of 2 USDT in the third snapshot, and of 3 USDT and of 4 TRX in the fourth. */
const ENTRIES = [
  [3, makeEntry(['chain/custody', 'USDT', -2n], [walletIn(3), 'USDT', 2n])],
  [NUMBER, makeEntry(['chain/custody', 'USDT', -3n], [walletIn(NUMBER), 'USDT', 3n])],
  [NUMBER, makeEntry(['chain/custody', 'TRX', -4n], [walletIn(NUMBER), 'TRX', 4n])],
] as const;
const written = ENTRIES.map(([, entry]) => encodeEntry(entry));
const hashes = written.map((entry) => logLeaf(entry));
const own = ENTRIES.map(([snapshotNumber], index) => ({
  index,
  snapshotNumber,
  entry: written[index] ?? new Uint8Array(),
  proof: inclusionProof(index, hashes.length, computeRoots(hashes)),
}));
const root = { digest: new Uint8Array(32), usdt: 20n, trx: 30n };
const manifest = encodeManifest(
  sampleManifest(
    { root, leafCount: 1 },
    { snapshotNumber: NUMBER, journalLength: hashes.length, journalHeadDigest: logRoot(hashes) },
  ),
);

/** The receipt of snapshot 4 is of 20 USDT and 30 TRX; that of snapshot 3 was of 17 and 26. */
const FOLLOWED: OwnCheckOptions = {
  proof: {
    snapshotNumber: NUMBER,
    manifest,
    nonce: NONCE,
    usdt: 20n,
    trx: 30n,
    signature: new Uint8Array(64),
    leaves: [],
  },
  email: EMAIL,
  anchor: undefined,
  entries: own.slice(1),
  areEntriesComplete: true,
  earlier: { snapshotNumber: 3, usdt: 17n, trx: 26n },
};

function check(name: OwnCheckName, change: Partial<OwnCheckOptions> = {}): string {
  const found = verifyOwn({ ...FOLLOWED, ...change }).find((one) => one.name === name);
  return `${found?.status}: ${found?.detail}`;
}

describe('a receipt', () => {
  it('is the one before and the entries since, in both currencies', () => {
    expect(check('continuity')).toBe('ok: 3');
    expect(check('entries')).toBe('ok: 2');
    const owes = (usdt: number, trx: number): string =>
      `failed: After the receipt of snapshot 3 and your entries since, the pool owes you ${usdt} micro-units of USDT and ${trx} of TRX.`;
    expect(check('continuity', { earlier: { snapshotNumber: 3, usdt: 18n, trx: 26n } })).toBe(owes(21, 30));
    expect(check('continuity', { earlier: { snapshotNumber: 3, usdt: 17n, trx: 25n } })).toBe(owes(20, 29));
    expect(check('continuity', { entries: own.slice(2) })).toBe(owes(17, 30));
  });

  it('is the one before the last, when entries begin there', () => {
    const earlier = { snapshotNumber: 2, usdt: 15n, trx: 26n };
    expect(check('continuity', { entries: own, entriesSince: 2, earlier })).toBe('ok: 2');
    expect(check('entries', { entries: own, entriesSince: 2 })).toBe('ok: 3');
  });

  it.each<readonly [string, Partial<OwnCheckOptions>]>([
    ['no receipt was kept', { earlier: undefined }],
    ['no entries were asked for', { entries: undefined }],
    ['entries may be missing', { areEntriesComplete: false }],
    ['entries begin after another snapshot', { entriesSince: 2 }],
    ['the kept receipt is older than the entries', { earlier: { snapshotNumber: 2, usdt: 17n, trx: 26n } }],
    ['the kept receipt is newer', { earlier: { snapshotNumber: 5, usdt: 17n, trx: 26n }, entriesSince: 5 }],
  ])('is compared with none when %s', (_when, change) => {
    expect(check('continuity', change)).toBe('not checked: ');
  });

  it('is the same one of the same snapshot, whatever entries there are', () => {
    const same = { snapshotNumber: NUMBER, usdt: 20n, trx: 30n };
    expect(check('continuity', { earlier: same })).toBe('ok: 4');
    expect(check('continuity', { earlier: same, entries: undefined, areEntriesComplete: false })).toBe(
      'ok: 4',
    );
    expect(check('continuity', { earlier: { ...same, usdt: 17n, trx: 26n } })).toMatch(
      /^failed: After .* owes you 17/,
    );
  });
});

describe('an own entry', () => {
  it('is of a snapshot that was asked about', () => {
    expect(check('entries', { entries: own })).toBe('failed: The entry at 0 is of snapshot 3.');
    expect(check('entries', { entries: own, entriesSince: 3 })).toBe(
      'failed: The entry at 0 is of snapshot 3.',
    );
    const later = own.slice(1).map((one) => ({ ...one, snapshotNumber: 5 }));
    expect(check('entries', { entries: later })).toBe('failed: The entry at 1 is of snapshot 5.');
  });

  it('is of this user, and in the journal of the manifest', () => {
    const [first] = own.slice(1);
    if (first === undefined) throw new Error('Three entries were made.');
    const proof = { ...FOLLOWED.proof, nonce: NONCE.with(0, 2) };
    expect(check('entries', { proof, entries: [first] })).toBe('failed: The entry at 1 is not yours.');
    const unknown = encodeEntry(makeEntry(['chain/nowhere', 'USDT', -1n], ['somewhere', 'USDT', 1n]));
    expect(check('entries', { entries: [{ ...first, entry: unknown }] })).toBe(
      'failed: The entry at 1 is not yours.',
    );
    expect(check('entries', { entries: [{ ...first, proof: [] }] })).toBe(
      'failed: The entry at 1 is not in the journal of the manifest.',
    );
    expect(check('entries', { entries: [first, first] })).toBe('failed: The entry at 1 is shown twice.');
  });

  it('adds what it changes of the liabilities to the user, by currency', () => {
    const sums = { usdt: 10n, trx: 20n };
    const entry = makeEntry(
      [walletIn(NUMBER), 'USDT', -5n],
      [walletIn(NUMBER), 'TRX', 7n],
      [`user/${getPseudonym(NONCE, NUMBER)}/receivable`, 'TRX', 100n],
      ['user/another/wallet', 'USDT', 1_000n],
      ['no account', 'USDT', 10_000n],
    );
    addOwn(sums, entry, { nonce: NONCE, pseudonym: getPseudonym(NONCE, NUMBER), rows: [] });
    expect(sums).toEqual({ usdt: 5n, trx: 27n });
  });
});

describe('an own row of a reward run', () => {
  it.each(['USDT', 'TRX'] as const)('adds what the user was paid in %s', (currency) => {
    const page = { runId: 'run_1', page: 1 };
    const text = '0/inv_1/1/9/4';
    const leaf = logLeaf(rowContent(rowSalt(NONCE, { ...page, text }), text));
    const entry = {
      ...makeEntry(['pool/rewardsPayable', currency, -4n], [`user/${ALL_USERS}/withdrawable`, currency, 4n]),
      kind: 'reward-page',
      reference: publishPageReference(page, toHex(logRoot([leaf]))),
    };
    const sums = { usdt: 1n, trx: 2n };
    addOwn(sums, entry, { nonce: NONCE, pseudonym: 'p', rows: [{ text, index: 0, rows: 1, path: [] }] });
    expect(sums).toEqual(currency === 'USDT' ? { usdt: 5n, trx: 2n } : { usdt: 1n, trx: 6n });
  });
});

describe('what a user is owed', () => {
  it('counts where something is owed and shown, in either currency', () => {
    const leaf = { position: 0, leaf: { digest: new Uint8Array(32), usdt: 1n, trx: 1n }, path: [] };
    const count = (usdt: bigint, trx: bigint, leaves = [leaf]): string =>
      check('counted', { proof: { ...FOLLOWED.proof, usdt, trx, leaves } });
    expect(count(1n, 0n)).toBe('ok: 1');
    expect(count(0n, 1n)).toBe('ok: 1');
    expect(count(0n, 0n)).toBe('not checked: ');
    expect(count(1n, 1n, [])).toBe('not checked: ');
  });

  it('is the sum of the tree in the manifest', () => {
    const wrong = encodeManifest({
      ...sampleManifest({ root, leafCount: 1 }, { snapshotNumber: NUMBER }),
      root: { ...root, trx: 31n },
    });
    expect(check('manifest', { proof: { ...FOLLOWED.proof, manifest: wrong } })).toBe(
      'failed: What is owed is not the sum of the tree.',
    );
    expect(toHex(manifest)).not.toBe(toHex(wrong));
  });
});
