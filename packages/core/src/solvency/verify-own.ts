// What a user checks of their own part of a snapshot, with nothing but what the server sent: it may be wrong in every field.
import { ed25519 } from '@noble/curves/ed25519.js';
import { equalBytes, FormatError, toHex } from './bytes.ts';
import type { AnchorOnChain } from './files.ts';
import { leafDigest, leafKey, type Sums, type TreeNode } from './leaf.ts';
import { anchorData, decodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { type Outcome, pass } from './outcome.ts';
import { receiptMessage } from './receipt.ts';
import { equalSums, isInTree, type TreePath } from './tree.ts';

/** What the server says of one user. */
export interface OwnProof extends Sums {
  readonly snapshotNumber: number;
  readonly manifest: Uint8Array;
  readonly nonce: Uint8Array;
  readonly signature: Uint8Array;
  readonly leaves: readonly { readonly position: number; readonly leaf: TreeNode; readonly path: TreePath }[];
}

export interface OwnCheckOptions {
  readonly proof: OwnProof;
  /** As the user knows it, not as the server says. */
  readonly email: string;
  /** What a node says of the anchoring transaction; undefined when none was asked or nothing is known. */
  readonly anchor: AnchorOnChain | undefined;
}

export type OwnCheckName = 'manifest' | 'receipt' | 'leaves' | 'sum' | 'tree' | 'anchor';
export type OwnCheck = Outcome & { readonly name: OwnCheckName };

/** Every check of one user's part, in order; none is left out when one before it fails. */
export function verifyOwn({ proof, email, anchor }: OwnCheckOptions): OwnCheck[] {
  const attempt = (name: OwnCheckName, check: () => Outcome): OwnCheck => {
    try {
      return { name, ...check() };
    } catch (error) {
      return { name, status: 'failed', detail: error instanceof Error ? error.message : String(error) };
    }
  };
  return [
    attempt('manifest', () => checkManifest(proof)),
    attempt('receipt', () => checkReceipt(proof, email)),
    attempt('leaves', () => checkLeaves(proof, email)),
    attempt('sum', () => checkSum(proof)),
    attempt('tree', () => checkPaths(proof)),
    attempt('anchor', () => checkOwnAnchor(proof, anchor)),
  ];
}

function manifestOf({ manifest }: OwnProof): Manifest {
  return decodeManifest(manifest);
}

function checkManifest(proof: OwnProof): Outcome {
  const { snapshotNumber, root, usdt, trx } = manifestOf(proof);
  if (snapshotNumber !== proof.snapshotNumber) throw new FormatError(`It is of snapshot ${snapshotNumber}.`);
  if (!equalSums(root, { usdt: usdt.owed, trx: trx.owed }))
    throw new FormatError('What is owed is not the sum of the tree.');
  return pass(toHex(manifestDigest(proof.manifest)));
}

function checkReceipt(proof: OwnProof, email: string): Outcome {
  const { snapshotNumber, usdt, trx } = proof;
  const facts = { snapshotNumber, email, usdt, trx, manifestDigest: manifestDigest(proof.manifest) };
  const isSigned = ed25519.verify(
    proof.signature,
    receiptMessage(facts),
    manifestOf(proof).statementPublicKey,
  );
  if (!isSigned)
    throw new FormatError('The receipt is not signed by the key of the manifest, or says something else.');
  return pass(toHex(proof.signature));
}

/** The digests follow from the user's own email and nonce, so that no leaf can be shown to two people. */
function checkLeaves(proof: OwnProof, email: string): Outcome {
  const key = leafKey({ nonce: proof.nonce, email, snapshotNumber: proof.snapshotNumber });
  const positions = new Set(proof.leaves.map(({ position }) => position));
  if (positions.size !== proof.leaves.length) throw new FormatError('A leaf is counted twice.');
  for (const { position, leaf } of proof.leaves)
    if (!equalBytes(leafDigest(key, { usdt: leaf.usdt, trx: leaf.trx, position }), leaf.digest))
      throw new FormatError(`The leaf at ${position} is not yours.`);
  return pass(String(proof.leaves.length));
}

function checkSum({ leaves, usdt, trx }: OwnProof): Outcome {
  const sum = leaves.reduce<Sums>((so, { leaf }) => ({ usdt: so.usdt + leaf.usdt, trx: so.trx + leaf.trx }), {
    usdt: 0n,
    trx: 0n,
  });
  if (!equalSums(sum, { usdt, trx })) throw new FormatError('Your leaves are not what the receipt says.');
  return pass(`${usdt}/${trx}`);
}

function checkPaths(proof: OwnProof): Outcome {
  const { root, leafCount } = manifestOf(proof);
  for (const { position, leaf, path } of proof.leaves)
    if (!isInTree(leaf, { position, leafCount, path, root }))
      throw new FormatError(`The leaf at ${position} is not in the tree of the manifest.`);
  return pass(toHex(root.digest));
}

function checkOwnAnchor(proof: OwnProof, anchor: AnchorOnChain | undefined): Outcome {
  if (anchor === undefined) return { status: 'not checked', detail: '' };
  const { anchorAddress, snapshotNumber } = manifestOf(proof);
  const isRight =
    anchor.succeeded &&
    anchor.nonce === snapshotNumber &&
    anchor.from.toLowerCase() === `0x${toHex(anchorAddress)}` &&
    anchor.data.toLowerCase() === `0x${toHex(anchorData(manifestDigest(proof.manifest)))}`;
  if (!isRight)
    throw new FormatError('The transaction on chain is another one: sender, nonce, data or success differ.');
  return pass(String(anchor.depth));
}
