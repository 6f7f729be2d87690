import { setImmediate } from 'node:timers/promises';
import type { UserId } from '@glasspool/core';
import { allUserAccounts } from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { accountId } from '@glasspool/ledger';
import { computeNonce } from '@glasspool/pool/nonce';
import { type EntryReceipt, encodeReceiptEntry, entryReceiptMessage } from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';
import { readEntries } from './read-journal.ts';

/** Receipts belong to no snapshot: the names of users are replaced in them, so their pseudonyms do not matter. */
const NO_SNAPSHOT = 0;

/** Receipts, with the nonce of the user for whom they are signed. */
export interface SignedEntries {
  readonly nonce: Uint8Array;
  /** Ordered by number. */
  readonly receipts: readonly EntryReceipt[];
}

/** Signs a user's entries after a number, whether a snapshot has published them or not (docs/proof-of-solvency.md, Receipts). */
export async function listEntryReceipts(
  deps: Pick<SolvencyDeps, 'db' | 'clock' | 'nonceKey' | 'hash' | 'statementKey'>,
  { userId, after, limit }: { userId: UserId; after: number; limit: number },
): Promise<SignedEntries> {
  const { db, clock, statementKey } = deps;
  const nonce = computeNonce(deps, userId);
  const receipts: EntryReceipt[] = [];
  for (const number of await findOwnTransfers(db.read, { userId, after, limit })) {
    // A page of a reward run has the postings of hundreds of users: let other requests be served in between.
    await setImmediate();
    const range = { from: number, to: number, snapshotNumber: NO_SNAPSHOT };
    for await (const { entry } of readEntries(deps, db.read, range)) {
      const facts = { number, entry: encodeReceiptEntry(entry), signedAtMs: clock.now() };
      receipts.push({ ...facts, signature: statementKey.sign(entryReceiptMessage(facts, nonce)) });
    }
  }
  return { nonce, receipts };
}

/** Reads each account separately, so that the index returns no more rows than are shown, however long the history is. */
async function findOwnTransfers(
  db: Queryable,
  { userId, after, limit }: { userId: UserId; after: number; limit: number },
): Promise<number[]> {
  const found = new Set<number>();
  for (const account of allUserAccounts(userId)) {
    const rows = await db
      .selectFrom('posting')
      .select('transferId')
      .where('accountId', '=', accountId(account))
      .where('transferId', '>', after)
      .orderBy('transferId')
      .limit(limit)
      .execute();
    for (const { transferId } of rows) found.add(transferId);
  }
  return [...found].sort((a, b) => a - b).slice(0, limit);
}
