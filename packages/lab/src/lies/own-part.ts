import {
  computeRoots,
  encodeEntry,
  findPaths,
  getPseudonym,
  inclusionProof,
  logLeaf,
  manifestDigest,
  type OwnCheckOptions,
  type OwnEntry,
  type OwnProof,
  type OwnRow,
  receiptMessage,
  type Sums,
} from '@glasspool/proof';
import type { PublishedPool } from './publish.ts';
import { computeNonce, getEmail } from './users.ts';
import type { WrittenRow } from './write-entry.ts';

/** A receipt that says what the operator wants it to say, signed. */
export function signReceipt(
  { keys }: PublishedPool,
  user: string,
  said: Pick<OwnProof, 'snapshotNumber' | 'manifest' | 'usdt' | 'trx'>,
): Pick<OwnProof, 'snapshotNumber' | 'manifest' | 'usdt' | 'trx' | 'nonce' | 'signature'> {
  const nonce = computeNonce(user);
  const facts = { ...said, email: getEmail(user), nonce, manifestDigest: manifestDigest(said.manifest) };
  return { ...said, nonce, signature: keys.signReceipt(receiptMessage(facts)) };
}

/**
 * Answers that the operator sends one user for a snapshot: signed, proved, and as complete as the operator likes. The entries begin after the
 * snapshot before, or after another that is named.
 */
export function getOwnPart(
  pool: PublishedPool,
  user: string,
  number: number,
  entriesSince = number - 1,
): OwnCheckOptions {
  const snapshot = pool.snapshots[number];
  if (snapshot === undefined) throw new Error(`There is no snapshot ${number}.`);
  const { manifest, leaves } = snapshot;
  const positions = leaves.flatMap((leaf, position) => (leaf.user === user ? [position] : []));
  const paths = findPaths(
    leaves.map(({ node }) => node),
    positions,
  );
  const own = positions.map((position, index) => ({
    position,
    leaf: leafAt(pool, { number, position }),
    path: paths[index] ?? [],
  }));
  const sum = own.reduce<Sums>((so, { leaf }) => ({ usdt: so.usdt + leaf.usdt, trx: so.trx + leaf.trx }), {
    usdt: 0n,
    trx: 0n,
  });
  const email = getEmail(user);
  const receipt = signReceipt(pool, user, { snapshotNumber: number, manifest, ...sum });
  return {
    email,
    anchor: undefined,
    areEntriesComplete: true,
    entriesSince,
    entries: pool.snapshots
      .slice(entriesSince + 1, number + 1)
      .flatMap((_, at) => listOwnEntries(pool, user, { number: entriesSince + 1 + at, shownIn: number })),
    proof: { ...receipt, leaves: own },
  };
}

function leafAt({ snapshots }: PublishedPool, { number, position }: { number: number; position: number }) {
  const leaf = snapshots[number]?.leaves[position];
  if (leaf === undefined) throw new Error(`Snapshot ${number} has no leaf ${position}.`);
  return leaf.node;
}

function listOwnEntries(
  { snapshots }: PublishedPool,
  user: string,
  { number, shownIn }: { number: number; shownIn: number },
): OwnEntry[] {
  const before = snapshots.slice(0, number).flatMap(({ entries }) => entries);
  const rows = snapshots.slice(0, shownIn + 1).flatMap(({ entries }) => entries.map(encodeEntry));
  const own = snapshots[number]?.entries ?? [];
  const first = before.length;
  const pseudonym = getPseudonym(computeNonce(user), number);
  const written = snapshots[number]?.rows ?? [];
  return own.flatMap(({ postings }, at): OwnEntry[] => {
    const entry = rows[first + at];
    const ownRows = getPaths(written[at] ?? [], user);
    const isNamed = postings.some(({ account }) => account.includes(pseudonym));
    if (entry === undefined || !(isNamed || ownRows.length > 0)) return [];
    const proof = inclusionProof(first + at, rows.length, computeRoots(rows.map((row) => logLeaf(row))));
    return [{ index: first + at, snapshotNumber: number, entry, proof, rows: isNamed ? undefined : ownRows }];
  });
}

function getPaths(rows: readonly WrittenRow[], user: string): OwnRow[] {
  const computeRoot = computeRoots(rows.map(({ leaf }) => leaf));
  return rows.flatMap(({ user: owner, text }, index) =>
    owner === user
      ? [{ text, index, rows: rows.length, path: inclusionProof(index, rows.length, computeRoot) }]
      : [],
  );
}
