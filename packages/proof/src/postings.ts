// Postings of a published entry, each by the rule of its kind (docs/books.md).
import {
  ALL_USERS,
  findKindRule,
  listPostingRules,
  type ParsedPath,
  parseAccountPath,
  type TransferKind,
} from '@glasspool/core/books';
import type { JournalEntry } from './journal.ts';

/** An entry breaks a rule of the books. */
export class BooksError extends Error {
  override readonly name = 'BooksError';
}

/** A posting with its account taken apart. */
export interface Posting extends ParsedPath {
  readonly account: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** @throws BooksError when an entry does not sum to zero in each currency. */
export function assertBalanced({ kind, postings }: JournalEntry): void {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const [currency, sum] of sums)
    if (sum !== 0n)
      throw new BooksError(`An entry of the kind ${kind} makes ${sum} micro-units of ${currency}.`);
}

/** Postings of an entry, each checked against the rule of its kind.
 *
 * @throws BooksError
 */
export function readPostings({ kind, postings }: JournalEntry): Posting[] {
  const rule = findKindRule(kind);
  if (rule === undefined) throw new BooksError(`The grammar of transfers has no kind ${kind}.`);
  const allowed = new Set(
    // The rule was found under this name.
    listPostingRules(kind as TransferKind).map((one) => `${one.accountClass} ${one.direction}`),
  );
  const owners = new Set<string>();
  const read = postings.map(({ account, currency, amount }): Posting => {
    const parsed = parseAccountPath(account);
    if (parsed === undefined) throw new BooksError(`The chart of accounts has no ${account}.`);
    if (!allowed.has(`${parsed.accountClass} ${amount > 0n ? 1 : -1}`))
      throw new BooksError(
        `An entry of the kind ${kind} must not ${amount > 0n ? 'credit' : 'debit'} ${parsed.accountClass}.`,
      );
    if (parsed.owner !== null) owners.add(parsed.owner);
    return { ...parsed, account, currency, amount };
  });
  if (rule.users === 'many') assertBatch(kind, read);
  else if (owners.size !== rule.users || owners.has(ALL_USERS))
    throw new BooksError(`An entry of the kind ${kind} touches ${owners.size} users.`);
  return read;
}

/** A batch is published as one sum an account, under no user's name. */
function assertBatch(kind: string, postings: readonly Posting[]): void {
  const isNamed = postings.some(({ owner }) => owner !== null && owner !== ALL_USERS);
  if (isNamed) throw new BooksError(`An entry of the kind ${kind} names a user.`);
  if (new Set(postings.map(({ account }) => account)).size !== postings.length)
    throw new BooksError(`An entry of the kind ${kind} has two amounts for one account.`);
}
