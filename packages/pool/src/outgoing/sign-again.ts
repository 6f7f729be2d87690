// Signatures at a nonce that is taken already: the same transfer with a higher fee, or nothing in its place.
import type { SignedTransfer } from '@glasspool/chains';
import { lockRows, type Transaction } from '@glasspool/db';
import type { Outgoing, PoolDeps } from '../deps.ts';
import { findHalt, isHalted } from './halt.ts';
import { lockOutgoing, type Signed, toCancellationSubject } from './rows.ts';
import { findDerivationIndex } from './signer-reads.ts';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains'>;

/**
 * Signs a transfer that no block takes once more, with a higher fee, and stores it. Undefined where there is nothing to raise, where payouts
 * are off, and where another process was faster.
 */
export async function raiseFee(
  deps: Deps,
  row: Outgoing,
  stuck: Signed,
): Promise<SignedTransfer | undefined> {
  if ((await findHalt(deps, row.network)) !== undefined) return undefined;
  const chain = deps.chains[row.network];
  const subject = stuck.isCancellation ? toCancellationSubject(row.id) : row.id;
  const fromIndex = await getSenderIndex(deps, row, stuck);
  await chain.assertAllowedNetwork();
  const signed = await chain.signReplacement(stuck, { fromIndex, subject });
  return signed && (await store(deps, row, { signed, subject }));
}

/**
 * Signs a transaction of nothing at the nonce of a payment whose money was given back, and stores it: at most one of the two can happen, and
 * what is signed later waits for that nonce. The one thing that is signed while payouts are off, for it moves nothing. Undefined where a chain
 * has no nonces: there, what no block takes expires.
 */
export async function cancel(
  deps: Deps,
  row: Outgoing,
  signed: readonly Signed[],
): Promise<SignedTransfer | undefined> {
  const payment = signed.findLast(({ isCancellation }) => !isCancellation);
  if (payment === undefined || payment.nonce === null) return undefined;
  const chain = deps.chains[row.network];
  const subject = toCancellationSubject(row.id);
  const fromIndex = await getSenderIndex(deps, row, payment);
  await chain.assertAllowedNetwork();
  const nothing = await chain.signVoid(payment, { fromIndex, subject });
  return nothing && (await store(deps, row, { signed: nothing, subject }));
}

async function getSenderIndex(
  { db }: Deps,
  { network }: Outgoing,
  { sender: address }: Signed,
): Promise<number> {
  const index = await findDerivationIndex(db.read, { network, address });
  if (index === undefined) throw new Error(`The database has no address ${address} of ours on ${network}.`);
  return index;
}

/** Stores what was signed, unless the row was decided meanwhile, or has another nonce. */
async function store(
  { db, clock }: Deps,
  row: Outgoing,
  { signed, subject }: { signed: SignedTransfer; subject: string },
): Promise<SignedTransfer | undefined> {
  const { txHash, sender, raw, nonce, expiresAt } = signed;
  const { network } = row;
  return db.transaction(async (tx) => {
    const locked = await lockOutgoing(tx, row.id);
    if (locked?.state !== row.state || nonce === null) return undefined;
    // A halt that came since it was signed: a cancellation alone is stored all the same.
    if (subject === row.id && (await isHalted(tx, network))) return undefined;
    // A cancellation takes the nonce for whomever it is noted: as used elsewhere, where a restore found it so.
    if (subject === row.id && (await findHolder(tx, { network, sender, nonce })) !== row.id) return undefined;
    const stored = await tx
      .insertInto('outgoingTransaction')
      .values({ txHash, sender, raw, nonce, expiresAt, network, subject, createdAt: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('txHash')
      .executeTakeFirst();
    return stored && signed;
  });
}

async function findHolder(
  tx: Transaction,
  { network, sender, nonce }: { network: Outgoing['network']; sender: string; nonce: number },
): Promise<string | undefined> {
  const holder = tx.selectFrom('outgoingNonce').select('subject').where('network', '=', network);
  const query = holder.where('sender', '=', sender).where('nonce', '=', nonce);
  return (await lockRows(tx, query).executeTakeFirst())?.subject;
}
