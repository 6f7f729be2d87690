import { NETWORKS, parseAmount } from '@glasspool/core';
import { isOpenOutgoing, type Transaction } from '@glasspool/db';
import { z } from 'zod';
import type { PoolDeps, Restored } from '../deps.ts';
import { findPurpose, lockOutgoing, reopenRow, toOutgoingId } from '../outgoing/index.ts';

const Amount = z.string().transform(parseAmount);
const Line = z.object({
  network: z.enum(NETWORKS),
  subject: z.string(),
  txHash: z.string(),
  sender: z.string(),
  nonce: z.number().nullable(),
  expiresAt: z.number().nullable(),
  raw: z.string(),
  userId: z.string().optional(),
  currency: z.enum(['USDT', 'TRX']).optional(),
  address: z.string().optional(),
  amount: Amount.optional(),
  fee: Amount.optional(),
  source: z.enum(['user', 'operator']).optional(),
  idempotencyKey: z.string().optional(),
  requestHash: z.string().optional(),
});
type Line = z.infer<typeof Line>;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'outgoingHandlers'>;

/** Payment of the log without a place in the books. Its money has left; an admin has to book it. */
export interface Unmatched {
  readonly txHash: string;
  readonly reason: Exclude<Restored, 'restored'>;
}

export interface RestoredLines {
  /** Number of transactions of the log that the database did not know, and now does. */
  readonly restored: number;
  readonly unmatched: readonly Unmatched[];
}

/**
 * Takes what the signed log knows into a restored database: every transaction that was signed after the backup belongs to what it was signed
 * for again, which is therefore not signed a second time. The log is written before anything is sent, so nothing left that is not in it. What
 * is not decided then is decided by the chain before anything else is signed.
 */
export async function restoreSigned(deps: Deps, lines: readonly unknown[]): Promise<RestoredLines> {
  const unmatched: Unmatched[] = [];
  let restored = 0;
  const reopenedAt = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await tx.updateTable('outgoing').set({ reopenedAt, askedAt: 0 }).where(isOpenOutgoing).execute();
  });
  for (const line of lines.map((one) => Line.parse(one))) {
    const result = await deps.db.transaction((tx) => restoreLine(tx, deps, line));
    if (result !== 'known') restored += 1;
    if (result !== 'known' && result !== 'restored') unmatched.push({ txHash: line.txHash, reason: result });
  }
  return { restored, unmatched };
}

async function restoreLine(tx: Transaction, deps: Deps, line: Line): Promise<'known' | Restored> {
  const { network, subject, txHash, sender, nonce, expiresAt, raw, address } = line;
  const known = tx.selectFrom('outgoingTransaction').select('txHash').where('txHash', '=', txHash);
  if ((await known.executeTakeFirst()) !== undefined) return 'known';
  const createdAt = deps.clock.now();
  const id = toOutgoingId(subject);
  // A replacement is at a nonce that its subject has already.
  if (nonce !== null)
    await tx
      .insertInto('outgoingNonce')
      .values({ network, sender, nonce, subject: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await tx
    .insertInto('outgoingTransaction')
    .values({ txHash, sender, raw, nonce, expiresAt, network, subject, createdAt })
    .execute();
  const purpose = await findPurpose(tx, { id, network, sender });
  if (purpose === undefined) return 'not-described';
  const isPayment = subject === id;
  const result = isPayment
    ? ((await deps.outgoingHandlers[purpose].onRestored?.(tx, deps, { ...line, id })) ?? 'restored')
    : 'restored';
  if (result !== 'restored') return result;
  if (purpose !== 'withdrawal')
    // Its addresses hold coins for fees from now on, as far as the books go.
    await tx
      .updateTable('wallet')
      .set({ hasGas: 1 })
      .where('address', 'in', [sender, address ?? sender])
      .execute();
  const row = await lockOutgoing(tx, id);
  if (row === undefined && isPayment) {
    const times = { createdAt, sentAt: createdAt, reopenedAt: createdAt };
    await tx
      .insertInto('outgoing')
      .values({ id, network, purpose, state: 'open', feeMicro: 0n, ...times })
      .execute();
  } else if (row?.state === 'open' || row?.state === 'watched')
    await tx
      .updateTable('outgoing')
      .set({ sentAt: row.sentAt ?? createdAt })
      .where('id', '=', id)
      .execute();
  else if (row !== undefined) await reopenRow(tx, row, { now: createdAt, feeMicro: 0n });
  return result;
}
