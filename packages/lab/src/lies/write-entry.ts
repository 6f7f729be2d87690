// Entries of a story as the journal publishes them: users under pseudonyms, and a page of a reward run as its sums and the root of its rows.
import {
  ALL_USERS,
  findPageOfReference,
  parseAccountPath,
  publishPageReference,
  renameOwner,
} from '@glasspool/core/books';
import {
  getPseudonym,
  type JournalEntry,
  type JournalPosting,
  logLeaf,
  logRoot,
  rowContent,
  rowSalt,
  toHex,
} from '@glasspool/proof';
import type { StoryEntry } from './story.ts';
import { computeNonce } from './users.ts';

/** A row of a page of a reward run, with the hash that the root is made of. */
export interface WrittenRow {
  readonly user: string;
  readonly text: string;
  readonly leaf: Uint8Array;
}

/** Publishes an entry in the journal of a snapshot. */
export function writeEntry(said: StoryEntry, number: number): { entry: JournalEntry; rows: WrittenRow[] } {
  const { kind, atMs: createdAtMs, reference = '', currency = 'USDT', legs } = said;
  const page = findPageOfReference(reference);
  const rename =
    page === undefined ? (user: string) => getPseudonym(computeNonce(user), number) : () => ALL_USERS;
  const postings: JournalPosting[] = legs.map(([account, amount]) => ({
    account: renameOwner(account, rename),
    currency,
    amount,
  }));
  if (page === undefined) return { entry: { kind, createdAtMs, reference, postings }, rows: [] };
  const rows = legs.flatMap(([account, amount]): WrittenRow[] => {
    const user = parseAccountPath(account)?.owner;
    if (user == null) return [];
    const text = `0/inv_${user}/1/${amount}/${amount}`;
    const salt = rowSalt(computeNonce(user), { ...page, text });
    return [{ user, text, leaf: logLeaf(rowContent(salt, text)) }];
  });
  const root = toHex(logRoot(rows.map(({ leaf }) => leaf)));
  const entry = { kind, createdAtMs, reference: publishPageReference(page, root), postings: addUp(postings) };
  return { entry, rows };
}

/** One posting an account. */
function addUp(postings: readonly JournalPosting[]): JournalPosting[] {
  const sums = new Map<string, JournalPosting>();
  for (const posting of postings) {
    const amount = (sums.get(posting.account)?.amount ?? 0n) + posting.amount;
    sums.set(posting.account, { ...posting, amount });
  }
  return [...sums.values()];
}
