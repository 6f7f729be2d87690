import { NETWORKS } from '@glasspool/core';
import { FILE_NAMES } from '@glasspool/proof';
import { z } from 'zod';
import { MicroAmount, PageFields, PageMeta, Timestamp, wire } from '../contract.ts';

const SnapshotNumber = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** The path of a published file. */
export const SnapshotFileParams = z.strictObject({
  number: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'A snapshot is named by its number.' })
    .transform(Number),
  name: z.enum(FILE_NAMES, { error: `The files are ${FILE_NAMES.join(', ')}.` }),
});

export const ListSnapshotsInput = z.strictObject(PageFields).prefault({});
export const ListSnapshotsOutput = z.object({
  data: z.array(
    z.object({
      number: SnapshotNumber,
      reason: z.enum(['daily', 'rewards', 'unannounced', 'requested', 'operator']),
      cutOffAt: Timestamp,
      leaves: z.number(),
      entries: z.number(),
      manifestDigest: z.string(),
      anchorTxHash: z.string().nullable().describe('Null until the anchor is final.'),
      verifiedBy: z.number().describe('How many users checked their part of it and found it right.'),
    }),
  ),
  firstDigest: z
    .string()
    .nullable()
    .describe('Digest of the first manifest: keep it, for another one later is another history.'),
  meta: PageMeta,
});

const Hex = z.string();
const Node = z.object({ digest: Hex, usdt: MicroAmount, trx: MicroAmount });

const NumberInQuery = z
  .union(
    [
      SnapshotNumber,
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ],
    { error: 'A snapshot is named by its number.' },
  )
  .register(wire, { schema: { type: 'integer', minimum: 0, maximum: 999_999_999 } });
export const GetUserProofInput = z.strictObject({ snapshotNumber: NumberInQuery });
export const GetUserProofOutput = z.object({
  snapshotNumber: SnapshotNumber,
  manifest: Hex,
  nonce: Hex,
  email: z.string(),
  usdt: MicroAmount,
  trx: MicroAmount,
  signature: Hex,
  leaves: z.array(z.object({ position: z.number(), leaf: Node, path: z.array(Node) })),
  anchorTxHash: z.string().nullable(),
});

/** Users may ask for their own entries of a snapshot's journal. */
export const ListOwnEntriesInput = z.strictObject({
  snapshotNumber: NumberInQuery,
  /** Snapshot after which they begin; the one before where it is missing. */
  since: NumberInQuery.optional(),
  ...PageFields,
});
/** Row of the user in a page of a reward run. */
const OwnRow = z.object({ text: z.string(), index: z.number(), rows: z.number(), path: z.array(Hex) });
export const ListOwnEntriesOutput = z.object({
  data: z.array(
    z.object({
      index: z.number(),
      snapshotNumber: SnapshotNumber.describe('The one that published it.'),
      entry: Hex,
      proof: z.array(Hex),
      rows: z.array(OwnRow).optional(),
    }),
  ),
  meta: PageMeta,
});

export const GetConsistencyProofInput = z.strictObject({ from: NumberInQuery, to: NumberInQuery });
export const GetConsistencyProofOutput = z.object({ proof: z.array(Hex) });

const EntryNumberInQuery = z
  .union(
    [
      z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ],
    { error: 'An entry is named by its number.' },
  )
  .register(wire, { schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 } });
export const ListEntryReceiptsInput = z
  .strictObject({ after: EntryNumberInQuery.optional(), limit: PageFields.limit })
  .prefault({});
export const ListEntryReceiptsOutput = z.object({
  nonce: Hex,
  data: z.array(
    z.object({
      number: z.number().describe('Ask for those after the last one.'),
      entry: Hex,
      signedAtMs: Timestamp,
      signature: Hex,
    }),
  ),
});

/** Milliseconds since the epoch. */
const TimeInQuery = z
  .union(
    [
      Timestamp.nonnegative(),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ],
    { error: 'A time is a number of milliseconds since 1970.' },
  )
  .register(wire, { schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 } });
export const ListMovementsInput = z.strictObject({ since: TimeInQuery });
export const ListMovementsOutput = z.object({
  data: z.array(z.object({ network: z.enum(NETWORKS), txHash: z.string() })),
});

export const NoteVerifiedInput = z.strictObject({ snapshotNumber: SnapshotNumber });

export const RequestSnapshotOutput = z.object({ number: SnapshotNumber });

export const FindAnchorInput = z.strictObject({ snapshotNumber: SnapshotNumber });
/** Anchoring transaction as the pool's own node has it. */
export const FindAnchorOutput = z.object({
  anchor: z
    .object({
      from: z.string(),
      nonce: z.number(),
      data: z.string(),
      /** Null for one that creates a contract. */
      to: z.string().nullable(),
      /** Coins that it moves, in wei. */
      valueUnits: z.bigint(),
      blockHeight: z.number(),
      succeeded: z.boolean(),
      depth: z.number(),
    })
    .nullable(),
});

const HexOf = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`), { error: `These are ${bytes} bytes in hex.` })
    .meta({ examples: ['a1'.repeat(bytes)] });
/** A watcher's signed word that it found a snapshot right (docs/proof-of-solvency.md, Watchers). */
const Confirmation = z.strictObject({
  watcher: HexOf(32).describe('Its Ed25519 key. Anyone can create one: compare it with a key that you know.'),
  snapshotNumber: SnapshotNumber,
  manifestDigest: HexOf(32),
  checkedAtMs: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
  signature: HexOf(64),
});
export const TakeConfirmationInput = Confirmation;
export const ListConfirmationsOutput = z.object({ anchorAddress: z.string(), data: z.array(Confirmation) });
