// Goal: a user who is shown a wrong part of a snapshot sees it, whatever the server changed.
// Method: a snapshot of a few users made by hand; every field of what one of them is sent is changed, one at a time.
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import type { AnchorOnChain } from './files.ts';
import { encodeEntry, getPseudonym } from './journal.ts';
import { leafDigest, leafKey } from './leaf.ts';
import { computeRoots, consistencyProof, inclusionProof, logLeaf, logRoot } from './log.ts';
import { anchorData, decodeManifest, encodeManifest, manifestDigest } from './manifest.ts';
import { receiptMessage } from './receipt.ts';
import { sampleManifest } from './testing.ts';
import { findPaths, TreeBuilder } from './tree.ts';
import { type OwnCheckOptions, type OwnProof, verifyOwn } from './verify-own.ts';

const SECRET = new Uint8Array(32).fill(7);
const ANCHOR_ADDRESS = new Uint8Array(20).fill(8);
const NUMBER = 4;
const ALICE = {
  email: 'alice@example.org',
  nonce: new Uint8Array(32).fill(1),
  parts: [5n, 7n],
  positions: [0, 2],
};
const OTHERS = [1, 3, 4].map((position) => ({
  email: `user${position}@example.org`,
  nonce: new Uint8Array(32).fill(10 + position),
  position,
}));

function makeHonest(): OwnCheckOptions & { anchor: AnchorOnChain } {
  const leaves = Array.from({ length: 5 }, (_, position) => {
    const part = ALICE.positions.indexOf(position);
    const owner = part >= 0 ? ALICE : (OTHERS.find((one) => one.position === position) ?? ALICE);
    const [usdt, trx] = part >= 0 ? [ALICE.parts[part] ?? 0n, 1n] : [12n, 0n];
    return {
      digest: leafDigest(leafKey({ ...owner, snapshotNumber: NUMBER }), { usdt, trx, position }),
      usdt,
      trx,
    };
  });
  const builder = new TreeBuilder();
  for (const leaf of leaves) builder.push(leaf);
  const root = builder.finish();
  const manifest = encodeManifest(
    sampleManifest(
      { root, leafCount: leaves.length },
      {
        snapshotNumber: NUMBER,
        anchorAddress: ANCHOR_ADDRESS,
        statementPublicKey: ed25519.getPublicKey(SECRET),
      },
    ),
  );
  const digest = manifestDigest(manifest);
  const paths = findPaths(leaves, ALICE.positions);
  const message = receiptMessage({
    snapshotNumber: NUMBER,
    email: ALICE.email,
    nonce: ALICE.nonce,
    usdt: 12n,
    trx: 2n,
    manifestDigest: digest,
  });
  const proof: OwnProof = {
    snapshotNumber: NUMBER,
    manifest,
    nonce: ALICE.nonce,
    usdt: 12n,
    trx: 2n,
    signature: ed25519.sign(message, SECRET),
    leaves: ALICE.positions.map((position, index) => ({
      position,
      leaf: leaves[position] ?? { digest, usdt: 0n, trx: 0n },
      path: paths[index] ?? [],
    })),
  };
  const anchor = {
    from: `0x${toHex(ANCHOR_ADDRESS)}`,
    nonce: NUMBER,
    data: `0x${toHex(anchorData(digest))}`,
    to: `0x${toHex(ANCHOR_ADDRESS)}`,
    valueUnits: 0n,
    succeeded: true,
    blockHeight: 5,
    depth: 5,
  };
  return { proof, email: ALICE.email, anchor };
}

const honest = makeHonest();
const getFailures = (options: OwnCheckOptions): string[] =>
  verifyOwn(options).flatMap(({ name, status }) => (status === 'failed' ? [name] : []));
const getFailed = (options: OwnCheckOptions): string[] =>
  verifyOwn(options).flatMap(({ name, status, detail }) =>
    status === 'failed' ? [`${name}: ${detail}`] : [],
  );
const withProof = (change: Partial<OwnProof>): OwnCheckOptions => ({
  ...honest,
  proof: { ...honest.proof, ...change },
});
const flip = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, (bytes[at] ?? 0) ^ 1);

describe('a user’s own part of a snapshot', () => {
  it('passes when it is honest, with what each check looked at', () => {
    const { manifest, signature } = honest.proof;
    const found = verifyOwn(honest).map(({ name, status, detail }) => `${name} ${status}: ${detail}`);
    expect(found).toEqual([
      `manifest ok: ${toHex(manifestDigest(manifest))}`,
      'counted ok: 2',
      `receipt ok: ${toHex(signature)}`,
      'leaves ok: 2',
      'sum ok: 12/2',
      `tree ok: ${toHex(decodeManifest(manifest).root.digest)}`,
      'entries not checked: ',
      'continuity not checked: ',
      'history not checked: ',
      'anchor ok: 5',
    ]);
    const last = verifyOwn({ ...honest, anchor: undefined }).at(-1);
    expect(last).toEqual({ name: 'anchor', status: 'not checked', detail: '' });
  });

  it('fails for every changed byte of manifest, nonce and signature', () => {
    const { manifest, nonce, signature } = honest.proof;
    for (let at = 0; at < manifest.length; at += 1)
      expect([at, getFailures(withProof({ manifest: flip(manifest, at) }))]).not.toEqual([at, []]);
    for (let at = 0; at < nonce.length; at += 1)
      expect(getFailures(withProof({ nonce: flip(nonce, at) }))).toContain('leaves');
    for (let at = 0; at < signature.length; at += 1)
      expect(getFailures(withProof({ signature: flip(signature, at) }))).toContain('receipt');
  });

  it('fails for every changed field of a leaf and of its path', () => {
    for (const [index, one] of honest.proof.leaves.entries()) {
      const { leaf, path, position } = one;
      const put = (change: Partial<typeof one>) =>
        withProof({ leaves: honest.proof.leaves.with(index, { ...one, ...change }) });
      const changes = [
        put({ position: position + 1 }),
        put({ leaf: { ...leaf, usdt: leaf.usdt + 1n } }),
        put({ leaf: { ...leaf, trx: leaf.trx + 1n } }),
        put({ leaf: { ...leaf, usdt: -leaf.usdt } }),
        put({ leaf: { ...leaf, usdt: leaf.usdt + 2n ** 64n } }),
        put({ leaf: { ...leaf, digest: flip(leaf.digest, 0) } }),
        put({ path: path.slice(1) }),
        ...path.flatMap((node, step) => [
          put({ path: path.with(step, { ...node, usdt: node.usdt + 1n }) }),
          put({ path: path.with(step, { ...node, trx: node.trx + 1n }) }),
          put({ path: path.with(step, { ...node, digest: flip(node.digest, 9) }) }),
        ]),
      ];
      for (const [which, change] of changes.entries())
        expect([which, getFailures(change)]).not.toEqual([which, []]);
    }
  });

  it('fails with other sums, another number, a leaf left out, and a leaf counted twice', () => {
    const { leaves } = honest.proof;
    for (const change of [
      { usdt: 13n },
      { trx: 3n },
      { snapshotNumber: 5 },
      { leaves: leaves.slice(1) },
      { leaves: [...leaves, ...leaves.slice(1)] },
      { usdt: 12n, leaves: [leaves[1], leaves[1]].filter((leaf) => leaf !== undefined) },
    ])
      expect(getFailures(withProof(change))).not.toEqual([]);
  });

  it('fails when a pool signs for one leaf twice: a receipt of its double, and nothing else wrong', () => {
    const [leaf] = honest.proof.leaves;
    if (leaf === undefined) throw new Error('The honest proof has leaves.');
    const { usdt, trx } = leaf.leaf;
    const sums = { usdt: 2n * usdt, trx: 2n * trx };
    const { manifest, nonce, snapshotNumber } = honest.proof;
    const facts = { snapshotNumber, email: ALICE.email, nonce, manifestDigest: manifestDigest(manifest) };
    const signature = ed25519.sign(receiptMessage({ ...facts, ...sums }), SECRET);
    expect(getFailed(withProof({ ...sums, signature, leaves: [leaf, leaf] }))).toEqual([
      'leaves: A leaf is counted twice.',
    ]);
  });

  it('says which leaf is not in the tree, and that leaves are another sum', () => {
    const [leaf, ...others] = honest.proof.leaves;
    if (leaf === undefined) throw new Error('The honest proof has leaves.');
    const [step, ...steps] = leaf.path;
    if (step === undefined) throw new Error('A tree of five leaves has paths.');
    const put = (path: typeof leaf.path) => withProof({ leaves: [{ ...leaf, path }, ...others] });
    expect(getFailed(put(steps))).toEqual(['tree: A path of 5 leaves has 3 steps, not 2.']);
    expect(getFailed(put([{ ...step, digest: flip(step.digest, 0) }, ...steps]))).toEqual([
      'tree: The leaf at 0 is not in the tree of the manifest.',
    ]);
    expect(getFailed(withProof({ leaves: others }))).toEqual([
      'sum: Your leaves are not what the receipt says.',
    ]);
  });

  it('fails for someone else who is shown the same leaves', () => {
    // Pitfall: one leaf is shown to two people
    expect(getFailures({ ...honest, email: 'mallory@example.org' })).toEqual(['receipt', 'leaves']);
  });

  it('fails when the transaction on chain has another sender, receiver, nonce, data or coins, or failed', () => {
    const { anchor } = honest;
    for (const change of [
      { from: `0x${'09'.repeat(20)}` },
      { to: `0x${'09'.repeat(20)}` },
      { to: null },
      { valueUnits: 1n },
      { nonce: NUMBER + 1 },
      { data: `${anchor.data.slice(0, -1)}${anchor.data.endsWith('0') ? '1' : '0'}` },
      { succeeded: false },
    ])
      expect(getFailed({ ...honest, anchor: { ...anchor, ...change } })).toEqual([
        'anchor: The transaction on chain is another one: sender, receiver, coins, nonce, data or success differ.',
      ]);
  });
});

describe('a user’s own history', () => {
  const getEntry = (name: string, amount: bigint): Uint8Array =>
    encodeEntry({
      kind: 'deposit',
      createdAtMs: 1,
      reference: '',
      postings: [
        { account: 'chain/custody', currency: 'USDT', amount: -amount },
        { account: `user/${name}/wallet`, currency: 'USDT', amount },
      ],
    });
  const own = getPseudonym(ALICE.nonce, NUMBER);
  const rows = [getEntry('someone', 1n), getEntry(own, 2n), getEntry(own, 3n), getEntry('else', 4n)];
  const hashes = rows.map((row) => logLeaf(row));
  const manifestOver = (snapshotNumber: number, length: number): Uint8Array =>
    encodeManifest(
      sampleManifest(
        { root: { digest: new Uint8Array(32), usdt: 0n, trx: 0n }, leafCount: 1 },
        { snapshotNumber, journalLength: length, journalHeadDigest: logRoot(hashes.slice(0, length)) },
      ),
    );
  const options: OwnCheckOptions = {
    ...withProof({ manifest: manifestOver(NUMBER, 4) }),
    entries: [1, 2].map((index) => ({
      index,
      entry: rows[index] ?? new Uint8Array(),
      proof: inclusionProof(index, 4, computeRoots(hashes)),
    })),
    history: { seenManifest: manifestOver(1, 3), proof: consistencyProof(3, 4, computeRoots(hashes)) },
  };
  const getStatus = (name: string, change: Partial<OwnCheckOptions> = {}) =>
    verifyOwn({ ...options, ...change }).find((check) => check.name === name)?.status;

  it('is found in the journal, which only grew', () => {
    expect(getStatus('entries')).toBe('ok');
    expect(getStatus('history')).toBe('ok');
    expect(getStatus('entries', { entries: undefined })).toBe('not checked');
    expect(getStatus('history', { history: undefined })).toBe('not checked');
  });

  it('is refused when a row is changed, moved, of someone else, or its proof is another one', () => {
    const [first, second] = options.entries ?? [];
    if (first === undefined || second === undefined) throw new Error('Two entries were made.');
    for (const forged of [
      { ...first, entry: getEntry(own, 9n) },
      { ...first, index: 2 },
      { ...first, index: 1.5 },
      { ...first, proof: second.proof },
      { ...first, proof: [] },
      { index: 0, entry: rows[0] ?? first.entry, proof: inclusionProof(0, 4, computeRoots(hashes)) },
      { ...first, snapshotNumber: NUMBER + 1 },
      { ...first, snapshotNumber: NUMBER - 1 },
    ])
      expect(getStatus('entries', { entries: [forged] })).toBe('failed');
    expect(getStatus('entries', { entries: [first, first] })).toBe('failed');
  });

  it('is refused when what was seen before is not part of the journal', () => {
    const proof = consistencyProof(3, 4, computeRoots(hashes));
    const changed = hashes.with(0, logLeaf(getEntry('other', 1n)));
    const rewritten = encodeManifest(
      sampleManifest(
        { root: { digest: new Uint8Array(32), usdt: 0n, trx: 0n }, leafCount: 1 },
        { snapshotNumber: 1, journalLength: 3, journalHeadDigest: logRoot(changed.slice(0, 3)) },
      ),
    );
    const getDetail = (seenManifest: Uint8Array, path = proof): string | undefined =>
      verifyOwn({ ...options, history: { seenManifest, proof: path } }).find(({ name }) => name === 'history')
        ?.detail;
    const grown = 'The journal is not the one of snapshot 1, grown.';
    expect(getDetail(rewritten)).toBe(grown);
    expect(getDetail(manifestOver(1, 3), proof.slice(1))).toBe(grown);
    expect(getDetail(manifestOver(NUMBER + 1, 4), [])).toBe('You have seen snapshot 5, which is newer.');
    expect(getDetail(manifestOver(NUMBER, 3))).toBe('You have seen another manifest of snapshot 4.');
    expect(getDetail(manifestOver(NUMBER, 4), [])).toBe('4');
    expect(getStatus('history', { history: { seenManifest: rewritten, proof } })).toBe('failed');
  });
});
