// The smallest snapshot there can be, with the part of one user: one leaf, which is the root.
import {
  anchorData,
  encodeManifest,
  fromHex,
  leafDigest,
  leafKey,
  manifestDigest,
  receiptMessage,
  toHex,
} from '@glasspool/proof';
import { sampleManifest } from '@glasspool/proof/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { AnchorView, UserProofView } from '../api/trpc.ts';
import { answers, mockServer } from './render-with-server.tsx';

export const EMAIL = 'alice@example.org';
/** Of the pool that signs. */
export const SECRET = new Uint8Array(32).fill(3);
export const fill = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

/** @param owed What the receipt says; nothing has no leaf. @param email Email that the snapshot has its owner under. */
export function makeProof(
  [usdt, trx]: readonly [bigint, bigint],
  email = EMAIL,
): {
  proof: UserProofView;
  anchor: NonNullable<AnchorView>;
} {
  const nonce = fill(32, 1);
  const digest = leafDigest(leafKey({ nonce, email, snapshotNumber: 3 }), { usdt, trx, position: 0 });
  const manifest = encodeManifest(
    sampleManifest(
      { root: { digest, usdt, trx }, leafCount: 1 },
      { anchorAddress: fill(20, 10), statementPublicKey: ed25519.getPublicKey(SECRET) },
    ),
  );
  const manifestHash = manifestDigest(manifest);
  const message = receiptMessage({
    snapshotNumber: 3,
    email,
    nonce,
    usdt,
    trx,
    manifestDigest: manifestHash,
  });
  const proof: UserProofView = {
    snapshotNumber: 3,
    manifest: toHex(manifest),
    nonce: toHex(nonce),
    email,
    usdt,
    trx,
    signature: toHex(ed25519.sign(message, SECRET)),
    leaves: usdt === 0n ? [] : [{ position: 0, leaf: { digest: toHex(digest), usdt, trx }, path: [] }],
    anchorTxHash: `0x${'ab'.repeat(32)}`,
  };
  const from = `0x${toHex(fill(20, 10))}`;
  return {
    proof,
    anchor: {
      from,
      nonce: 3,
      data: `0x${toHex(anchorData(manifestHash))}`,
      succeeded: true,
      to: from,
      valueUnits: 0n,
      blockHeight: 5,
      depth: 8,
    },
  };
}

export const honest = makeProof([12_500_000n, 1n]);
export const snapshot = {
  number: 3,
  reason: 'daily' as const,
  cutOffAt: 0,
  leaves: 1,
  entries: 0,
  manifestDigest: toHex(manifestDigest(fromHex(honest.proof.manifest))),
  anchorTxHash: honest.proof.anchorTxHash,
  verifiedBy: 0,
};

/** Answers of the server, to a browser that has seen nothing before. */
export function answerOwnProof(): void {
  mockServer.use(
    answers('transparency', 'listSnapshots', {
      data: [snapshot],
      meta: { page: 1, limit: 1, total: 1 },
      firstDigest: null,
    }),
    answers('transparency', 'findAnchor', { anchor: honest.anchor }),
    answers('transparency', 'listOwnEntries', { data: [], meta: { page: 1, limit: 20, total: 0 } }),
    answers('transparency', 'recordVerified', {}),
    answers('transparency', 'listEntryReceipts', { nonce: honest.proof.nonce, data: [] }),
  );
  localStorage.clear();
}
