import { MINUTE_MS } from '@glasspool/core';
import type { Position } from '@glasspool/core/books';
import { ByteReader, ByteWriter, concatBytes, FormatError } from './bytes.ts';
import { sha256 } from './hash.ts';
import { DIGEST_BYTES, type TreeNode } from './leaf.ts';
import { isPublicKey } from './signed-by.ts';

const MAGIC = 'GLSPOOL3';
const MANIFEST_DOMAIN = 0x03;
const ADDRESS_BYTES = 20;

/**
 * Balance sheet of one currency, in micro-units (docs/books.md): custody + inFlight + receivable = owed + reserve + payable + ownFunds.
 */
export interface BookFigures {
  readonly custody: bigint;
  readonly inFlight: bigint;
  readonly receivable: bigint;
  /** Owed to users. */
  readonly owed: bigint;
  /** Reward reserves of all versions of the terms. */
  readonly reserve: bigint;
  /** Taken from a reserve by an open reward run, not paid yet. */
  readonly payable: bigint;
  /** The operator's; below zero when network fees were larger than what the operator put in. */
  readonly ownFunds: bigint;
  /** On chain, below a micro-unit per deposit, so in none of the figures above. */
  readonly dust: bigint;
}

/** Figures of a manifest out of a balance sheet of the ledger, which does not know of dust. */
export function toBookFigures(position: Position): Omit<BookFigures, 'dust'> {
  return {
    custody: position.custodyMicro,
    inFlight: position.inFlightMicro,
    receivable: position.userReceivableMicro,
    owed: position.owedToUsersMicro,
    reserve: position.rewardReserveMicro,
    payable: position.rewardsPayableMicro,
    ownFunds: position.ownFundsMicro,
  };
}

/** Everything that a snapshot says, in one short text that is anchored on chain. */
export interface Manifest {
  readonly snapshotNumber: number;
  /** Zeroes for the first. */
  readonly prevManifestDigest: Uint8Array;
  readonly cutOffMs: number;
  readonly root: TreeNode;
  readonly leafCount: number;
  readonly leafFileDigest: Uint8Array;
  readonly usdt: BookFigures;
  readonly trx: BookFigures;
  readonly journalLength: number;
  readonly journalHeadDigest: Uint8Array;
  readonly termsDigest: Uint8Array;
  readonly bscChainId: number;
  readonly bscHeight: number;
  readonly bscBlockHash: Uint8Array;
  readonly tronGenesisId: Uint8Array;
  readonly tronHeight: number;
  readonly tronBlockId: Uint8Array;
  readonly reservesFileDigest: Uint8Array;
  readonly stateProofDigest: Uint8Array;
  readonly inFlightDigest: Uint8Array;
  readonly checkpointDigest: Uint8Array;
  readonly anchorAddress: Uint8Array;
  /** Ed25519: what receipts are signed with. */
  readonly statementPublicKey: Uint8Array;
}

export function encodeManifest(manifest: Manifest): Uint8Array {
  const writer = new ByteWriter()
    .bytes(new TextEncoder().encode(MAGIC))
    .u64(manifest.snapshotNumber)
    .bytes(exactly(manifest.prevManifestDigest, DIGEST_BYTES))
    .u64(manifest.cutOffMs)
    .bytes(exactly(manifest.root.digest, DIGEST_BYTES))
    .u64(manifest.root.usdt)
    .u64(manifest.root.trx)
    .u32(manifest.leafCount)
    .bytes(exactly(manifest.leafFileDigest, DIGEST_BYTES));
  for (const { custody, inFlight, receivable, owed, reserve, payable, ownFunds, dust } of [
    manifest.usdt,
    manifest.trx,
  ])
    writer
      .u64(custody)
      .u64(inFlight)
      .u64(receivable)
      .u64(owed)
      .u64(reserve)
      .u64(payable)
      .i64(ownFunds)
      .u64(dust);
  return writer
    .u64(manifest.journalLength)
    .bytes(exactly(manifest.journalHeadDigest, DIGEST_BYTES))
    .bytes(exactly(manifest.termsDigest, DIGEST_BYTES))
    .u64(manifest.bscChainId)
    .u64(manifest.bscHeight)
    .bytes(exactly(manifest.bscBlockHash, DIGEST_BYTES))
    .bytes(exactly(manifest.tronGenesisId, DIGEST_BYTES))
    .u64(manifest.tronHeight)
    .bytes(exactly(manifest.tronBlockId, DIGEST_BYTES))
    .bytes(exactly(manifest.reservesFileDigest, DIGEST_BYTES))
    .bytes(exactly(manifest.stateProofDigest, DIGEST_BYTES))
    .bytes(exactly(manifest.inFlightDigest, DIGEST_BYTES))
    .bytes(exactly(manifest.checkpointDigest, DIGEST_BYTES))
    .bytes(exactly(manifest.anchorAddress, ADDRESS_BYTES))
    .bytes(exactly(manifest.statementPublicKey, DIGEST_BYTES))
    .done();
}

/** @throws FormatError when it is not exactly a manifest: another magic, too short, too long. */
export function decodeManifest(bytes: Uint8Array): Manifest {
  const reader = new ByteReader(bytes);
  const digest = (): Uint8Array => reader.bytes(DIGEST_BYTES);
  const magic = new TextDecoder().decode(reader.bytes(MAGIC.length));
  if (magic !== MAGIC) throw new FormatError('This is not a manifest of a snapshot.');
  const figures = (): BookFigures => ({
    custody: reader.u64(),
    inFlight: reader.u64(),
    receivable: reader.u64(),
    owed: reader.u64(),
    reserve: reader.u64(),
    payable: reader.u64(),
    ownFunds: reader.i64(),
    dust: reader.u64(),
  });
  // The fields are read in the order in which an object literal is evaluated: that of the format.
  const manifest: Manifest = {
    snapshotNumber: safe(reader.u64()),
    prevManifestDigest: digest(),
    cutOffMs: safe(reader.u64()),
    root: { digest: digest(), usdt: reader.u64(), trx: reader.u64() },
    leafCount: reader.u32(),
    leafFileDigest: digest(),
    usdt: figures(),
    trx: figures(),
    journalLength: safe(reader.u64()),
    journalHeadDigest: digest(),
    termsDigest: digest(),
    bscChainId: safe(reader.u64()),
    bscHeight: safe(reader.u64()),
    bscBlockHash: digest(),
    tronGenesisId: digest(),
    tronHeight: safe(reader.u64()),
    tronBlockId: digest(),
    reservesFileDigest: digest(),
    stateProofDigest: digest(),
    inFlightDigest: digest(),
    checkpointDigest: digest(),
    anchorAddress: reader.bytes(ADDRESS_BYTES),
    statementPublicKey: digest(),
  };
  reader.end();
  if (!isPublicKey(manifest.statementPublicKey))
    throw new FormatError(
      'The statement key is not a point of the prime-order subgroup: its signatures would prove nothing.',
    );
  return manifest;
}

/** A reader's clock may be this far behind the pool's. */
export const READER_BEHIND_MS_MAX = 15 * MINUTE_MS;

/** Chain id of the local network, whose clock its user moves and whose blocks the operator makes. */
const LOCAL_CHAIN_ID = 31_337;

/** Returns true for a pool on the local network. */
export function isLocalManifest({ bscChainId }: Pick<Manifest, 'bscChainId'>): boolean {
  return bscChainId === LOCAL_CHAIN_ID;
}

/** Digest that the anchor on chain holds, and that the next manifest names. */
export function manifestDigest(encoded: Uint8Array): Uint8Array {
  return sha256(concatBytes([Uint8Array.of(MANIFEST_DOMAIN), encoded]));
}

const ANCHOR_MAGIC = 'GLSP1';

/** The data of the anchoring transaction. */
export function anchorData(digest: Uint8Array): Uint8Array {
  return concatBytes([new TextEncoder().encode(ANCHOR_MAGIC), exactly(digest, DIGEST_BYTES)]);
}

function exactly(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new FormatError(`A field of ${length} bytes has ${bytes.length}.`);
  return bytes;
}

/** Heights, times and counts are numbers; one beyond exact integers is not ours. */
function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new FormatError(`${value} is out of range.`);
  return Number(value);
}
