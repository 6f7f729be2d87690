import { type Account, assertGrammar, type Transfer } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { accountId, openAccounts } from './accounts.ts';
import { assertNotClosed } from './closing-date.ts';
import { insertTransfer } from './insert-transfer.ts';
import { type Change, postAtOnce } from './post-at-once.ts';
import { OverdrawnError, ReferenceConflictError } from './types.ts';

/** Result of a call: it wrote the transfer, or found an identical one under the reference. */
export type PostResult = 'posted' | 'already posted';

/**
 * Writes a transfer that cannot have been written before, because the caller holds a lock that makes it the first.
 *
 * @throws GrammarError when the closed grammar has no such transfer.
 * @throws OverdrawnError when a guarded account would go below zero.
 * @throws ReferenceConflictError when the reference was used before, even by the same transfer.
 */
export async function postNew(tx: Transaction, transfer: Transfer, createdAt: number): Promise<void> {
  const result = await postTransfer(tx, transfer, createdAt);
  if (result !== 'posted') throw new ReferenceConflictError(transfer.reference, 'not the first');
}

/**
 * Writes a transfer with its postings and updates the balances, all in the caller's transaction. Idempotent: a second call with the same
 * transfer changes nothing and returns 'already posted'.
 *
 * @throws GrammarError when the closed grammar has no such transfer.
 * @throws OverdrawnError when a guarded account would go below zero.
 * @throws ReferenceConflictError when its reference belongs to a transfer with other content.
 * @throws PoolError UNAVAILABLE when its time is before the closing date of the books.
 */
export async function postTransfer(
  tx: Transaction,
  transfer: Transfer,
  createdAt: number,
): Promise<PostResult> {
  assertGrammar(transfer);
  await assertNotClosed(tx, { kind: transfer.kind, createdAt });
  const postings = toPostings(transfer);
  const result = await (tx.dialectName === 'postgres' ? writeAtOnce : writeInSteps)(tx, transfer, {
    postings,
    createdAt,
  });
  if (result === 'already posted') await assertSame(tx, transfer, postings);
  return result;
}

type Write = (
  tx: Transaction,
  transfer: Transfer,
  entry: { postings: readonly Posting[]; createdAt: number },
) => Promise<PostResult>;

const writeInSteps: Write = async (tx, transfer, { postings, createdAt }) => {
  await openAccounts(
    tx,
    postings.map(({ account }) => account),
  );
  const transferId = await insertTransfer(tx, transfer, createdAt);
  if (transferId === undefined) return 'already posted';
  await tx
    .insertInto('posting')
    .values(postings.map(({ id, amountMicro }) => ({ transferId, accountId: id, amountMicro })))
    .execute();
  for (const { id, amountMicro } of postings) await changeBalance(tx, id, amountMicro);
  return 'posted';
};

const writeAtOnce: Write = async (tx, transfer, { postings, createdAt }) => {
  const entry = { changes: postings, createdAt };
  let found = await postAtOnce(tx, transfer, entry);
  if (found === 'account missing') {
    await openAccounts(
      tx,
      postings.map(({ account }) => account),
    );
    found = await postAtOnce(tx, transfer, entry);
  }
  return found === 'posted' ? 'posted' : 'already posted';
};

interface Posting extends Change {
  readonly account: Account;
}

/** One posting per account, sorted by account id. They sum to zero, since every move gives what it takes. */
function toPostings({ moves }: Transfer): Posting[] {
  const postings = new Map<string, Posting>();
  const add = (account: Account, amountMicro: bigint): void => {
    const id = accountId(account);
    postings.set(id, { id, account, amountMicro: (postings.get(id)?.amountMicro ?? 0n) + amountMicro });
  };
  for (const { from, to, amountMicro } of moves) {
    add(from, -amountMicro);
    add(to, amountMicro);
  }
  return [...postings.values()]
    .filter(({ amountMicro }) => amountMicro !== 0n)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Compares a transfer with the one that was posted under its reference.
 *
 * @throws ReferenceConflictError when the kind or a posting differs.
 */
async function assertSame(
  tx: Transaction,
  { reference, kind }: Transfer,
  postings: readonly Posting[],
): Promise<void> {
  const posted = await tx
    .selectFrom('transfer')
    .innerJoin('posting', 'posting.transferId', 'transfer.id')
    .select(['transfer.kind', 'posting.accountId', 'posting.amountMicro'])
    .where('reference', '=', reference)
    .execute();
  const amounts = new Map(posted.map((row) => [row.accountId, row.amountMicro]));
  const isSame =
    posted.every((row) => row.kind === kind) &&
    posted.length === postings.length &&
    postings.every(({ id, amountMicro }) => amounts.get(id) === amountMicro);
  if (!isSame) throw new ReferenceConflictError(reference, 'other content');
}

async function changeBalance(tx: Transaction, id: string, amountMicro: bigint): Promise<void> {
  const result = await tx
    .updateTable('account')
    .set((eb) => ({ balanceMicro: eb('balanceMicro', '+', amountMicro) }))
    .where('id', '=', id)
    .where((eb) => eb.or([eb('guarded', '=', 0), eb(eb('balanceMicro', '+', amountMicro), '>=', 0n)]))
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new OverdrawnError(id);
}
