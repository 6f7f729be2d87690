import { isId, type Network } from '@glasspool/core';
import { lockRows, type Transaction } from '@glasspool/db';
import { addAdopted } from '../outgoing/index.ts';

/** Line of the signed log about what is not a withdrawal: a step of a sweep, or an anchor and its gas. */
interface OtherLine {
  readonly network: Network;
  readonly subject: string;
  readonly sender: string;
  /** Of a step of a sweep: the deposit address that it empties. */
  readonly address?: string | undefined;
}

/**
 * Takes over what was signed after the backup for a sweep or an anchor. The chain decides about it, and its fee is booked then; its
 * addresses hold coins for gas from now on as far as the books go.
 */
export async function adoptOther(tx: Transaction, line: OtherLine, now: number): Promise<void> {
  const { network, subject, sender, address = sender } = line;
  await addAdopted(tx, { network, subject });
  await tx.updateTable('wallet').set({ hasGas: 1 }).where('address', 'in', [sender, address]).execute();
  await skipAttempt(tx, line, now);
}

/**
 * A sweep that the backup knows goes on after the last attempt of the log: with its number, two transfers would answer to one subject.
 * Transactions that the backup has under way are followed with those of the log (add-undecided.ts).
 */
async function skipAttempt(tx: Transaction, { subject }: OtherLine, now: number): Promise<void> {
  const [id = '', attempt = ''] = subject.split('/');
  if (!isId('sweepItem', id) || !/^\d+$/.test(attempt)) return;
  const query = tx.selectFrom('sweepItem').select(['state', 'attempt']).where('id', '=', id);
  const item = await lockRows(tx, query).executeTakeFirst();
  if (item === undefined || item.attempt >= Number(attempt)) return;
  const isUnderWay = item.state === 'topping-up' || item.state === 'moving';
  await tx
    .updateTable('sweepItem')
    .set({ attempt: Number(attempt), updatedAt: now, ...(isUnderWay && { state: 'waiting' }) })
    .where('id', '=', id)
    .execute();
}
