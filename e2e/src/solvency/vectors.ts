// Examples of every part of the proof's format, made from fixed inputs: `npm run generate -- solvency-vectors` writes them to
// docs/solvency-vectors.json, which a verifier in another language can be written against.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AnchorFile,
  anchorData,
  CheckpointFile,
  computeRoots,
  concatBytes,
  consistencyProof,
  encodeEntry,
  encodeJournal,
  encodeManifest,
  encodeNode,
  findPaths,
  fromHex,
  getPseudonym,
  InFlightFile,
  inclusionProof,
  type JournalEntry,
  leafDigest,
  leafKey,
  logLeaf,
  logRoot,
  type Manifest,
  manifestDigest,
  ReservesFile,
  receiptMessage,
  rowContent,
  rowSalt,
  StatementsFile,
  StateProofFile,
  sha256,
  statementText,
  TermsFile,
  TreeBuilder,
  type TreeNode,
  toHex,
} from '@glasspool/proof';
import { z } from 'zod';
import { ROOT } from '../running-server.ts';

export const VECTORS_FILE = join(ROOT, 'docs', 'solvency-vectors.json');
export const SCHEMAS_FILE = join(ROOT, 'docs', 'solvency-schemas.json');

const SNAPSHOT = 7;
const OWNERS = [
  { email: 'alice@example.org', nonce: new Uint8Array(32).fill(1), usdt: 1_234_567n, trx: 0n },
  { email: 'bob@example.org', nonce: new Uint8Array(32).fill(2), usdt: 2n ** 40n, trx: 99n },
  { email: 'carol@example.org', nonce: new Uint8Array(32).fill(3), usdt: 1n, trx: 5_000_000n },
] as const;

/** Rows of a page of a reward run: alice's reward, and bob's share as her inviter. */
const ROWS = [
  { nonce: OWNERS[0].nonce, text: '0/inv_1/1/15000/15000' },
  { nonce: OWNERS[1].nonce, text: '1/inv_1/1/5000/5000' },
] as const;

const ENTRIES: readonly JournalEntry[] = [
  entry('operator-deposit', 'operator-deposit/BSC/0xab/0', [
    ['chain/custody', 'USDT', -5_000_000n],
    ['pool/ownFunds', 'USDT', 5_000_000n],
  ]),
  entry('reserve-funding', 'reserve-funding/fnd_1', [
    ['pool/ownFunds', 'USDT', -5_000_000n],
    ['pool/reserve/1', 'USDT', 5_000_000n],
  ]),
  entry('reward-run', 'reward-run/run_1/fix', [
    ['pool/reserve/1', 'USDT', -20_000n],
    ['pool/rewardsPayable', 'USDT', 20_000n],
  ]),
  entry('reward-page', `reward-run/run_1/page/1/${toHex(logRoot(ROWS.map(hashRow)))}`, [
    ['pool/rewardsPayable', 'USDT', -20_000n],
    ['user/*/referral', 'USDT', 5_000n],
    ['user/*/withdrawable', 'USDT', 15_000n],
  ]),
];

function getSalt({ nonce, text }: (typeof ROWS)[number]): string {
  return rowSalt(nonce, { runId: 'run_1', page: 1, text });
}

function hashRow(row: (typeof ROWS)[number]): Uint8Array {
  return logLeaf(rowContent(getSalt(row), row.text));
}

function entry(
  kind: string,
  reference: string,
  postings: readonly (readonly [account: string, currency: string, amount: bigint])[],
): JournalEntry {
  return {
    kind,
    createdAtMs: 1_790_000_000_000,
    reference,
    postings: postings.map(([account, currency, amount]) => ({ account, currency, amount })),
  };
}

/** The text of the file. */
export function makeVectors(): string {
  const leaves = OWNERS.map((owner, position) => {
    const { usdt, trx } = owner;
    return {
      digest: leafDigest(leafKey({ ...owner, snapshotNumber: SNAPSHOT }), { usdt, trx, position }),
      usdt,
      trx,
    };
  });
  const root = computeRoot(leaves);
  const logLeaves = ENTRIES.map((one) => logLeaf(encodeEntry(one)));
  const manifest = encodeManifest(manifestOver(leaves, root, logLeaves));
  const digest = manifestDigest(manifest);
  const [first] = OWNERS;
  const vectors = {
    snapshotNumber: SNAPSHOT,
    leaves: OWNERS.map(({ email, nonce, usdt, trx }, position) => ({
      email,
      nonce: toHex(nonce),
      usdt: String(usdt),
      trx: String(trx),
      position,
      key: toHex(leafKey({ email, nonce, snapshotNumber: SNAPSHOT })),
      digest: toHex(leaves[position]?.digest ?? new Uint8Array()),
      path: (findPaths(leaves, [position])[0] ?? []).map(toJson),
    })),
    leafFile: toHex(concatBytes(leaves.map(encodeNode))),
    root: toJson(root),
    journal: {
      file: toHex(encodeJournal(ENTRIES)),
      entries: ENTRIES.map((one) => toHex(encodeEntry(one))),
      root: toHex(logRoot(logLeaves)),
      rootOfTwo: toHex(logRoot(logLeaves.slice(0, 2))),
      inclusionOfSecond: inclusionProof(1, logLeaves.length, computeRoots(logLeaves)).map(toHex),
      consistencyFromTwo: consistencyProof(2, logLeaves.length, computeRoots(logLeaves)).map(toHex),
      pseudonym: getPseudonym(first.nonce, SNAPSHOT),
    },
    rewardPage: {
      runId: 'run_1',
      page: 1,
      rows: ROWS.map((row) => ({
        nonce: toHex(row.nonce),
        text: row.text,
        salt: getSalt(row),
        leaf: toHex(hashRow(row)),
      })),
      root: toHex(logRoot(ROWS.map(hashRow))),
    },
    manifest: toHex(manifest),
    manifestDigest: toHex(digest),
    anchorData: toHex(anchorData(digest)),
    receiptMessage: toHex(
      receiptMessage({
        snapshotNumber: SNAPSHOT,
        email: first.email,
        nonce: first.nonce,
        usdt: first.usdt,
        trx: first.trx,
        manifestDigest: digest,
      }),
    ),
    statement: statementText({
      network: 'BSC',
      chain: '97',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      snapshotNumber: SNAPSHOT,
      blockHeight: 123,
      blockHash: `0x${'05'.repeat(32)}`,
      manifestDigest: digest,
    }),
  };
  return `${JSON.stringify(vectors, null, 2)}\n`;
}

function manifestOver(
  leaves: readonly TreeNode[],
  root: TreeNode,
  logLeaves: readonly Uint8Array[],
): Manifest {
  return {
    snapshotNumber: SNAPSHOT,
    prevManifestDigest: sha256(new Uint8Array()),
    cutOffMs: 1_790_000_000_000,
    root,
    leafCount: leaves.length,
    leafFileDigest: sha256(concatBytes(leaves.map(encodeNode))),
    usdt: readFigures(root.usdt, 10n),
    trx: readFigures(root.trx, 20n),
    journalLength: ENTRIES.length,
    journalHeadDigest: logRoot(logLeaves),
    termsDigest: new Uint8Array(32).fill(4),
    bscChainId: 97,
    bscHeight: 123,
    bscBlockHash: new Uint8Array(32).fill(5),
    tronGenesisId: new Uint8Array(32).fill(6),
    tronHeight: 456,
    tronBlockId: new Uint8Array(32).fill(7),
    reservesFileDigest: new Uint8Array(32).fill(8),
    stateProofDigest: new Uint8Array(32).fill(11),
    inFlightDigest: new Uint8Array(32).fill(12),
    checkpointDigest: new Uint8Array(32).fill(13),
    anchorAddress: new Uint8Array(20).fill(9),
    // RFC 8032, 7.1, the key of test 1: one that is no point would be refused.
    statementPublicKey: fromHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
  };
}

/** Figures that are all different, so that two that are swapped show. */
function readFigures(owed: bigint, base: bigint): Manifest['usdt'] {
  const [reserve, payable, ownFunds, inFlight, receivable] = [
    base,
    base + 1n,
    -base - 2n,
    base + 3n,
    base + 4n,
  ];
  const custody = owed + reserve + payable + ownFunds - inFlight - receivable;
  return { custody, inFlight, receivable, owed, reserve, payable, ownFunds, dust: base + 5n };
}

function computeRoot(leaves: readonly TreeNode[]): TreeNode {
  const builder = new TreeBuilder();
  for (const leaf of leaves) builder.push(leaf);
  return builder.finish();
}

function toJson({ digest, usdt, trx }: TreeNode): object {
  return { digest: toHex(digest), usdt: String(usdt), trx: String(trx) };
}

/** JSON schemas of the published files that are JSON: the text of docs/solvency-schemas.json. */
export function makeSchemas(): string {
  const schemas = {
    'reserves.json': ReservesFile,
    'state-proof.json': StateProofFile,
    'terms.json': TermsFile,
    'in-flight.json': InFlightFile,
    'checkpoint.json': CheckpointFile,
    'statements.json': StatementsFile,
    'anchor.json': AnchorFile,
  };
  const described = Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema)]);
  return `${JSON.stringify(Object.fromEntries(described), null, 1)}\n`;
}

if (import.meta.main) {
  writeFileSync(VECTORS_FILE, makeVectors());
  writeFileSync(SCHEMAS_FILE, makeSchemas());
}
