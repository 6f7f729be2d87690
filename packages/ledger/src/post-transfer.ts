import type { Transaction } from '@glasspool/db';
import { accountId, openAccounts } from './accounts.ts';
import { type AccountRef, OverdrawnError, type TransferRequest } from './types.ts';

/**
 * Writes a transfer with its postings and keeps the balances, all in the caller's transaction.
 * The same reference is written once: a second call changes nothing and answers false.
 *
 * @throws OverdrawnError when a guarded account would go below zero.
 * @throws RangeError when a move is not above zero, crosses currencies or goes nowhere.
 */
export async function postTransfer(tx: Transaction, request: TransferRequest): Promise<boolean> {
  const postings = toPostings(request);
  await openAccounts(
    tx,
    [...postings.values()].map(({ account }) => account),
  );
  const transfer = await tx
    .insertInto('transfer')
    .values({ reference: request.reference, kind: request.kind, createdAt: request.createdAt })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (transfer === undefined) return false;

  await tx
    .insertInto('posting')
    .values(
      [...postings].map(([id, { amountMicro }]) => ({ transferId: transfer.id, accountId: id, amountMicro })),
    )
    .execute();
  // Always in the order of account ids, so that two transfers never wait for each other.
  for (const [id, { amountMicro }] of postings) await changeBalance(tx, id, amountMicro);
  return true;
}

interface Posting {
  readonly account: AccountRef;
  readonly amountMicro: bigint;
}

/** One posting an account, sorted by account id. Sums to zero, since every move gives what it takes. */
function toPostings({ moves, reference }: TransferRequest): Map<string, Posting> {
  const postings = new Map<string, Posting>();
  const add = (account: AccountRef, amountMicro: bigint): void => {
    const id = accountId(account);
    postings.set(id, { account, amountMicro: (postings.get(id)?.amountMicro ?? 0n) + amountMicro });
  };
  for (const { from, to, amountMicro } of moves) {
    const isMove = amountMicro > 0n && from.currency === to.currency && from.path !== to.path;
    if (!isMove) throw new RangeError(`Transfer ${reference} holds a move that moves nothing.`);
    add(from, -amountMicro);
    add(to, amountMicro);
  }
  const changing = [...postings].filter(([, { amountMicro }]) => amountMicro !== 0n);
  if (changing.length === 0) throw new RangeError(`Transfer ${reference} moves nothing.`);
  return new Map(changing.sort(([a], [b]) => (a < b ? -1 : 1)));
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
