// Goal: published files that contradict each other, or what a reader knows, fail the check that reads them, with words that say which; honest
// ones pass each check with the figures that it looked at.
// Method: the honest pool with one file, one figure or one entry of another kind.
import { micro } from '@glasspool/core/testing';
import {
  HONEST,
  mapTerms,
  type PublishedPool,
  publish,
  START_MS,
  type Story,
  withEntries,
  withSnapshot,
} from '@glasspool/lab/lies';
import {
  type Check,
  type CheckId,
  concatBytes,
  decodeManifest,
  encodeNode,
  type Manifest,
  manifestDigest,
  NODE_BYTES,
  type VerifiedSnapshot,
  writeJson,
} from '@glasspool/proof';
import { describe, expect, it } from 'vitest';
import { NEWEST, verifiedBefore, verify } from './verify-told.ts';

const honest = publish(HONEST);

const describeAll = (checks: readonly Check[]): string[] =>
  checks.map(({ id, status, detail }) => `${id} ${status}: ${detail}`);

/** Detail of a check that has to fail. */
async function getFailure(
  pool: PublishedPool,
  id: CheckId,
  since?: VerifiedSnapshot,
): Promise<string | undefined> {
  const checks = await verify({ pool }, since && { since });
  return checks.find((check) => check.id === id && check.status === 'failed')?.detail;
}

function getFile(name: string): Uint8Array {
  const file = honest.files.get(name);
  if (file === undefined) throw new Error(`There is no ${name}.`);
  return file;
}

/** The honest files with one of them replaced, or missing. */
function replace(name: string, file: Uint8Array | undefined): PublishedPool {
  const files = new Map(honest.files);
  if (file === undefined) files.delete(name);
  else files.set(name, file);
  return { ...honest, files };
}

describe('an honest pool', () => {
  it('passes each check with the figures that it looked at', async () => {
    expect(describeAll(await verify({ pool: honest }))).toMatchInlineSnapshot(`
      [
        "manifest ok: snapshot 2, b364ee789a7e32b97b6d7c37ec817ac2f832e38aed05ad6022155246ae94ebe7",
        "digests ok: SHA-256 of all six",
        "leafCount ok: leaves: 4",
        "sums ok: none beyond 64 bits",
        "tree ok: 628e61cdeb8ac84b2a41607cc5ab940def4e77e8b8644ce87d31750bd9e8ce1d",
        "unique ok: no leaf is there twice",
        "nothing ok: no leaf is of nothing",
        "owed ok: 7078000000 micro-units of USDT, 250000000 of TRX",
        "statements ok: 2 addresses",
        "stateProof not checked: the pool’s node gave no proof; its word stands for these",
        "blocks ok: block 201000 of BSC, 0.0 minutes apart from the books; block 58100 of TRON, 0.0 minutes apart from the books",
        "history ok: snapshots: 3",
        "terms ok: versions: 1, runs: 2",
        "journal ok: entries: 22",
        "books ok: the balance sheets of both currencies",
        "inFlight ok: nothing is in flight",
        "checkpoint ok: balances: 9",
        "runs ok: 2 runs",
        "reserves ok: USDT on chain now; TRX on chain now",
        "anchor ok: 0xb147e5031d2d1095e5fa97a15e2e8d37c79f783ee25ccda92833345cbec7e725 from 0x76ad5bd5f8eb81abc6deeca1d808fc8714f03360, 100 blocks deep; compare this address with the one that you know",
        "anchors ok: snapshots: 2",
      ]
    `);
  });

  it('passes those of a reader who verified the snapshot before', async () => {
    const checks = describeAll(await verify({ pool: honest }, { since: verifiedBefore(1) }));
    expect(checks).toContain('history ok: snapshots: 2');
    expect(checks).toContain('journal ok: entries: 3');
    expect(checks).toContain('runs ok: 2 runs');
    expect(checks).toContain('anchors ok: snapshots: 1');
    expect(checks.filter((check) => check.includes('failed'))).toEqual([]);
  });
});

describe('a manifest', () => {
  const only = async (pool: PublishedPool): Promise<string[]> => describeAll(await verify({ pool }));

  it('leaves nothing to check when it is not there, or is that of another snapshot', async () => {
    expect(await only(replace('2/manifest.bin', undefined))).toEqual([
      'manifest failed: There is no manifest.bin of snapshot 2.',
    ]);
    expect(await only(replace('2/manifest.bin', getFile('1/manifest.bin')))).toEqual([
      'manifest failed: It is the manifest of snapshot 1.',
    ]);
  });

  it('has to be there for an earlier snapshot, and to be that of its number', async () => {
    expect(await getFailure(replace('1/manifest.bin', undefined), 'history')).toBe(
      'Snapshot 1: There is no manifest.bin of snapshot 1.',
    );
    expect(await getFailure(replace('1/manifest.bin', getFile('0/manifest.bin')), 'history')).toBe(
      'Snapshot 1: It is the manifest of snapshot 0.',
    );
  });

  it('has to be the one that the reader verified before', async () => {
    const { manifestDigest: digest } = verifiedBefore(1);
    const other = { number: 1, manifestDigest: digest.with(0, (digest[0] ?? 0) ^ 1) };
    expect(await getFailure(honest, 'history', other)).toBe(
      'Snapshot 1 has another manifest than the one that you verified.',
    );
  });
});

describe('a file that is not the one of its manifest', () => {
  it.each(['reserves', 'terms', 'state-proof', 'in-flight', 'checkpoint'])('is named: %s', async (name) => {
    const padded = Uint8Array.of(...getFile(`2/${name}.json`), 32);
    expect(await getFailure(replace(`2/${name}.json`, padded), 'digests')).toBe(
      `${name}.json is another file.`,
    );
  });

  it('is named: leaves, with what else is wrong with them', async () => {
    const shorter = replace('2/leaves.bin', getFile('2/leaves.bin').slice(NODE_BYTES));
    expect(await getFailure(shorter, 'digests')).toBe('leaves.bin is another file.');
    expect(await getFailure(shorter, 'leafCount')).toBe('There are 3 leaves.');
    expect(await getFailure(shorter, 'tree')).toBe('The leaves have another root.');
    expect(await getFailure(shorter, 'owed')).toBe('What is owed is not the sum of the leaves.');
    expect(await getFailure(shorter, 'sums')).toBeUndefined();
    expect(await getFailure(shorter, 'unique')).toBeUndefined();
  });

  it('is named: leaves whose sum does not fit, which are no tree', async () => {
    const most = { digest: new Uint8Array(32).fill(1), usdt: 2n ** 64n - 1n, trx: 0n };
    const leaves = concatBytes([most, { ...most, digest: new Uint8Array(32).fill(2) }].map(encodeNode));
    const tooMuch = replace('2/leaves.bin', leaves);
    expect(await getFailure(tooMuch, 'sums')).toBe('A sum of the tree does not fit 64 bits.');
    expect(await getFailure(tooMuch, 'tree')).toBe('The tree could not be added up.');
    expect(await getFailure(tooMuch, 'owed')).toBe('What is owed is not the sum of the leaves.');
    expect(await getFailure(tooMuch, 'leafCount')).toBe('There are 2 leaves.');
  });

  it('is named: terms', async () => {
    for (const number of [0, 1, 2]) {
      const padded = Uint8Array.of(...getFile(`${number}/terms.json`), 32);
      expect(await getFailure(replace(`${number}/terms.json`, padded), 'terms')).toBe(
        `terms.json of snapshot ${number} is another file than its manifest names.`,
      );
    }
  });

  it('is named: the checkpoint, of the newest snapshot and of the one that is gone on from', async () => {
    const pad = (number: number): PublishedPool =>
      replace(`${number}/checkpoint.json`, Uint8Array.of(...getFile(`${number}/checkpoint.json`), 32));
    expect(await getFailure(pad(2), 'checkpoint')).toBe('checkpoint.json of snapshot 2 is another file.');
    expect(await getFailure(pad(1), 'journal', verifiedBefore(1))).toBe(
      'checkpoint.json of snapshot 1 is another file.',
    );
  });
});

describe('a checkpoint of the snapshot that a reader goes on from', () => {
  it('has to have the log that its manifest names', async () => {
    const pool = publish(
      withSnapshot(HONEST, 1, (one) => ({
        ...one,
        checkpoint: (honestOne) => ({ ...honestOne, journalPeaks: honestOne.journalPeaks.slice(1) }),
      })),
    );
    const { manifest = new Uint8Array() } = pool.snapshots[1] ?? {};
    const since = { number: 1, manifestDigest: manifestDigest(manifest) };
    expect(await getFailure(pool, 'journal', since)).toBe(
      'The journal up to snapshot 1 is not the one that its manifest names.',
    );
  });
});

describe('the list of statements', () => {
  it('has one for each address', async () => {
    const { statements } = JSON.parse(new TextDecoder().decode(getFile('2/statements.json')));
    const twice = writeJson({ statements: [...statements, statements[0]] });
    expect(await getFailure(replace('2/statements.json', twice), 'statements')).toBe(
      `${statements[0].address} has two statements.`,
    );
    const one = writeJson({ statements: statements.slice(1) });
    expect(await getFailure(replace('2/statements.json', one), 'statements')).toBe(
      `${statements[0].address} has no statement.`,
    );
  });
});

describe('the balance sheet', () => {
  const { usdt, trx } = decodeManifest(getFile('2/manifest.bin'));
  const withFigures = (manifest: Partial<Manifest>): PublishedPool =>
    publish(withSnapshot(HONEST, NEWEST, (one) => ({ ...one, manifest })));
  /** Deposits of the story in USDT. */
  const RECEIPTS = 5n;

  it('has at most a micro-unit of remainders for each receipt of USDT, and none for one of TRX', async () => {
    expect(await getFailure(withFigures({ usdt: { ...usdt, dust: RECEIPTS } }), 'books')).toBeUndefined();
    expect(await getFailure(withFigures({ usdt: { ...usdt, dust: RECEIPTS + 1n } }), 'books')).toBe(
      'USDT: 6 micro-units are said to be remainders of deposits; there can be 5.',
    );
    expect(await getFailure(withFigures({ trx: { ...trx, dust: 1n } }), 'books')).toBe(
      'TRX: 1 micro-units are said to be remainders of deposits; there can be 0.',
    );
  });

  it('names each figure that the journal does not have', async () => {
    for (const name of [
      'custody',
      'inFlight',
      'receivable',
      'owed',
      'reserve',
      'payable',
      'ownFunds',
    ] as const)
      expect(await getFailure(withFigures({ trx: { ...trx, [name]: trx[name] + 1n } }), 'books')).toBe(
        `TRX ${name}: the journal has ${trx[name]}, the manifest ${trx[name] + 1n}.`,
      );
  });

  it('tells of deposits that the chain reversed, for which users owe', async () => {
    const reversed: Story = withEntries(HONEST, NEWEST, {
      kind: 'deposit-reversal',
      atMs: START_MS + 49 * 3_600_000,
      reference: 'deposit-reversal/TRON/c/0/1',
      currency: 'TRX',
      legs: [
        ['user/erin/receivable', -micro('250')],
        ['chain/custody', micro('250')],
      ],
    });
    expect(await getFailure(publish(reversed), 'books')).toBe(
      'TRX: the chain reversed deposits, and users owe 250000000 micro-units for them.',
    );
  });
});

describe('a version of the terms that a snapshot adds', () => {
  it('is counted', async () => {
    const [first] = HONEST.snapshots[NEWEST]?.terms.terms ?? [];
    if (first === undefined) throw new Error('The story has no terms.');
    const startsAtMs = START_MS + 30 * 86_400_000;
    const added = mapTerms(HONEST, NEWEST, (file) => ({
      ...file,
      terms: [...file.terms, { ...first, version: 2, publishedAtMs: START_MS, startsAtMs }],
    }));
    const checks = describeAll(await verify({ pool: publish(added) }));
    expect(checks).toContain('terms ok: versions: 2, runs: 2');
  });
});
