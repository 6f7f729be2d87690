import { type TreeNode, toHex } from '@glasspool/proof';
import {
  findAnchor as findInPool,
  getConsistencyProof as getConsistencyFromPool,
  getUserProof as getFromPool,
  listConfirmations as listConfirmationsFromPool,
  listOwnEntries as listEntriesFromPool,
  listSnapshots as listFromPool,
  listMovements as listMovementsFromPool,
  listEntryReceipts as listReceiptsFromPool,
  recordVerified as noteInPool,
  requestSnapshot as requestFromPool,
  takeConfirmation as takeIntoPool,
} from '@glasspool/solvency';
import type { TRPCRouterRecord } from '@trpc/server';
import { CodeInput } from '../account/contract.ts';
import { NoInput, NoOutput } from '../contract.ts';
import { adminProcedure, protectedProcedure, publicProcedure, readProcedure } from '../trpc.ts';
import {
  FindAnchorInput,
  FindAnchorOutput,
  GetConsistencyProofInput,
  GetConsistencyProofOutput,
  GetUserProofInput,
  GetUserProofOutput,
  ListConfirmationsOutput,
  ListEntryReceiptsInput,
  ListEntryReceiptsOutput,
  ListMovementsInput,
  ListMovementsOutput,
  ListOwnEntriesInput,
  ListOwnEntriesOutput,
  ListSnapshotsInput,
  ListSnapshotsOutput,
  NoteVerifiedInput,
  RequestSnapshotOutput,
  TakeConfirmationInput,
} from './contract.ts';

/** Every snapshot of what is owed and held, newest first. Anyone. */
const listSnapshots = publicProcedure
  .meta({
    openapi: { method: 'GET', path: '/transparency/snapshots', summary: 'Every snapshot of the books' },
  })
  .input(ListSnapshotsInput)
  .output(ListSnapshotsOutput)
  .query(async ({ ctx, input }) => {
    const { snapshots, total, firstDigest = null } = await listFromPool(ctx.deps, input);
    const data = snapshots.map(
      ({ number, reason, cutOffAt, leafCount, journalLength, manifestDigest, anchorTxHash, verifiedBy }) => ({
        number,
        reason,
        cutOffAt,
        leaves: leafCount,
        entries: journalLength,
        manifestDigest,
        anchorTxHash,
        verifiedBy,
      }),
    );
    return { data, meta: { ...input, total }, firstDigest };
  });

/** A user's receipt, nonce, leaves and paths in a snapshot. Users, their own. */
const getUserProof = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transparency/own-part',
      summary: "The user's own part of a snapshot, with its proofs",
      errors: ['NOT_FOUND'],
    },
  })
  .input(GetUserProofInput)
  .output(GetUserProofOutput)
  .query(async ({ ctx, input }) => {
    const { userId } = ctx.user;
    const proof = await getFromPool(ctx.deps, { userId, ...input });
    return {
      ...proof,
      manifest: toHex(proof.manifest),
      nonce: toHex(proof.nonce),
      signature: toHex(proof.signature),
      leaves: proof.leaves.map(({ position, leaf, path }) => ({
        position,
        leaf: presentNode(leaf),
        path: path.map(presentNode),
      })),
    };
  });

/** A user's own entries in a snapshot's journal, each with what shows that it is in there. Users, their own. */
const listOwnEntries = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transparency/own-entries',
      summary: "The user's own entries in the journal of a snapshot",
      errors: ['NOT_FOUND'],
    },
  })
  .input(ListOwnEntriesInput)
  .output(ListOwnEntriesOutput)
  .query(async ({ ctx, input }) => {
    const { page, limit } = input;
    const { entries, total } = await listEntriesFromPool(ctx.deps, { userId: ctx.user.userId, ...input });
    const data = entries.map(({ index, snapshotNumber, entry, proof, rows }) => ({
      index,
      snapshotNumber,
      entry: toHex(entry),
      proof: proof.map(toHex),
      rows: rows?.map((row) => ({ ...row, path: row.path.map(toHex) })),
    }));
    return { data, meta: { page, limit, total } };
  });

/** Signs for the user's own entries after a number, before any snapshot has them. Users, their own. */
const listEntryReceipts = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transparency/entry-receipts',
      summary: "Signed receipts of the user's own entries",
    },
  })
  .input(ListEntryReceiptsInput)
  .output(ListEntryReceiptsOutput)
  .query(async ({ ctx, input: { after = 0, limit } }) => {
    const { userId } = ctx.user;
    const { nonce, receipts } = await listReceiptsFromPool(ctx.deps, { userId, after, limit });
    const data = receipts.map((receipt) => ({
      ...receipt,
      entry: toHex(receipt.entry),
      signature: toHex(receipt.signature),
    }));
    return { nonce: toHex(nonce), data };
  });

/** Consistency proof: the journal of one snapshot is that of an earlier one with entries appended. Anyone. */
const getConsistencyProof = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transparency/consistency',
      summary: 'That the journal only grew',
      errors: ['NOT_FOUND'],
    },
  })
  .input(GetConsistencyProofInput)
  .output(GetConsistencyProofOutput)
  .query(async ({ ctx, input }) => ({ proof: (await getConsistencyFromPool(ctx.deps, input)).map(toHex) }));

/** Transactions that the pool signed since a time, at most 1,000: what may explain that less is held than at a snapshot. Anyone. */
const listMovements = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transparency/movements',
      summary: 'Transactions that the pool signed since a time',
    },
  })
  .input(ListMovementsInput)
  .output(ListMovementsOutput)
  .query(async ({ ctx, input }) => ({ data: await listMovementsFromPool(ctx.deps, input) }));

/** The newest confirmation of each watcher of this pool. Anyone. */
const listConfirmations = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transparency/confirmations',
      summary: 'What watchers of the pool say of its snapshots',
    },
  })
  .input(NoInput)
  .output(ListConfirmationsOutput)
  .query(async ({ ctx }) => {
    const { anchorAddress, confirmations } = await listConfirmationsFromPool(ctx.deps);
    return { anchorAddress, data: confirmations };
  });

/** Takes a watcher's signed confirmation. Anyone. */
const takeConfirmation = publicProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transparency/confirmations',
      summary: 'A watcher confirms a snapshot',
      errors: ['CONFIRMATION_INVALID'],
    },
  })
  .input(TakeConfirmationInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await takeIntoPool(ctx.deps, input);
    return {};
  });

/** Records that the user verified their part of a snapshot, for the published count. Users. */
const recordVerified = protectedProcedure
  .input(NoteVerifiedInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await noteInPool(ctx.deps, { userId: ctx.actor.userId, ...input });
    return {};
  });

/** Transaction that anchors a snapshot, as the pool's own node has it. Anyone. */
const findAnchor = publicProcedure
  .input(FindAnchorInput)
  .output(FindAnchorOutput)
  .query(async ({ ctx, input }) => ({ anchor: await findInPool(ctx.deps, input.snapshotNumber) }));

/** Takes a snapshot now. Admins. */
const requestSnapshot = adminProcedure
  .input(CodeInput)
  .output(RequestSnapshotOutput)
  .mutation(async ({ ctx, input }) => ({
    number: await requestFromPool(ctx.deps, { ...ctx.admin, ...input }),
  }));

function presentNode({ digest, usdt, trx }: TreeNode) {
  return { digest: toHex(digest), usdt, trx };
}

export const snapshotRoutes = {
  listSnapshots,
  getUserProof,
  listOwnEntries,
  listEntryReceipts,
  getConsistencyProof,
  listMovements,
  listConfirmations,
  takeConfirmation,
  recordVerified,
  findAnchor,
  requestSnapshot,
} satisfies TRPCRouterRecord;
