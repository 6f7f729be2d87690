import {
  ANCHOR_INDEX,
  type Chain,
  HOT_WALLET_INDEX,
  type SignedTransfer,
  SigningCapReachedError,
  SigningRefusedError,
  type TransferIntent,
} from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { recordHaltNow } from './halt.ts';
import { haltAsOlderCopy } from './older-copy.ts';

interface Entry {
  readonly network: Network;
  readonly subject: string;
  readonly signed: SignedTransfer;
  readonly now: number;
}

/**
 * Signs a transfer with the nonce after the last one that the database knows. Nothing is stored or sent yet.
 * Undefined when the chain knows of more than the database, or when the signer refuses what is not a withdrawal: payouts are then
 * halted, for someone else uses the keys, or the database was changed.
 *
 * @throws NetworkRefusedError when the node is on a network that the product must not touch.
 * @throws SigningCapReachedError when the signer signs no more today.
 * @throws SigningRefusedError when the signer refuses a withdrawal: its caller puts that one into review.
 */
export async function signNext(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'events'>,
  network: Network,
  intent: TransferIntent,
): Promise<SignedTransfer | undefined> {
  const chain = deps.chains[network];
  await chain.assertAllowedNetwork();
  const nonce = await findNextNonce(deps, chain, intent.fromIndex);
  if (nonce === 'unknown') return undefined;
  try {
    return await chain.signTransfer({ ...intent, nonce });
  } catch (error) {
    if (!(error instanceof SigningRefusedError) || error instanceof SigningCapReachedError) throw error;
    if (intent.subject !== undefined) throw error;
    // The signer's own read of the database differs from the request, so one of the two was changed.
    await recordHaltNow(deps, `The signer refused a transfer on ${network}: ${error.message}`);
    return undefined;
  }
}

/**
 * The nonce after the last one that the database knows, or null where the chain has none. 'unknown' when the chain knows of more:
 * payouts are then halted.
 */
export async function findNextNonce(
  deps: Pick<PoolDeps, 'db' | 'events'>,
  chain: Chain,
  index: number,
): Promise<number | null | 'unknown'> {
  // Also those that wait for a block: an older copy of the database knows of none of them.
  const onChain = await chain.getNonce(index, 'waiting');
  if (onChain === null) return null;
  const sender = chain.deriveAddress(index);
  const next = await readNextNonce(deps.db.read, { network: chain.network, sender });
  if (onChain <= next) return next;
  const whose =
    index === HOT_WALLET_INDEX ? 'hot wallet' : index === ANCHOR_INDEX ? 'anchor' : `address ${sender}`;
  const reason = `The ${chain.network} ${whose} has sent ${onChain} transactions, of which the database knows ${next}.`;
  await deps.db.transaction((tx) => haltAsOlderCopy(tx, deps, reason));
  return 'unknown';
}

/** The nonce after the last one of an address that the database knows. */
export async function readNextNonce(
  db: Queryable,
  { network, sender }: { network: Network; sender: string },
): Promise<number> {
  const { used } = await db
    .selectFrom('outgoingNonce')
    .select((eb) => eb.fn.max<number | null>('nonce').as('used'))
    .where('network', '=', network)
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  return used === null ? 0 : used + 1;
}

/**
 * Stores what was signed, and takes its nonce, in the transaction of the state that it belongs to: nothing is broadcast that the
 * database does not know. False when the nonce or the hash is taken; what was signed is then dropped.
 */
export async function storeSigned(tx: Transaction, entry: Entry): Promise<boolean> {
  const { network, subject, signed } = entry;
  const { sender, nonce } = signed;
  if (nonce !== null) {
    const taken = await tx
      .insertInto('outgoingNonce')
      .values({ network, sender, nonce, subject })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst();
    if (taken === undefined) return false;
  }
  // TRON has no nonce: an equal payment of the same moment has the same hash and must be signed again in a later one.
  return storeTransaction(tx, entry);
}

const VOID = '/void';

/** Subject of the transfer of nothing that takes the nonce of a payment which must not happen any more. */
export function toVoidSubject(subject: string): string {
  return `${subject}${VOID}`;
}

/** Subject of the payment whose nonce a transfer of nothing takes; undefined for any other subject. */
export function findVoided(subject: string): string | undefined {
  return subject.endsWith(VOID) ? subject.slice(0, -VOID.length) : undefined;
}

/**
 * Stores a replacement of what was signed for a subject: it takes no nonce but the one that the subject has, or the one of the payment in
 * whose place it is. False when that nonce belongs to another subject, or the same bytes are stored already.
 */
export async function storeReplacement(tx: Transaction, entry: Entry): Promise<boolean> {
  const { network, subject, signed } = entry;
  const { sender, nonce } = signed;
  if (nonce === null) return false;
  const query = tx
    .selectFrom('outgoingNonce')
    .select('subject')
    .where('network', '=', network)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce);
  const holder = await lockRows(tx, query).executeTakeFirst();
  const isHeld = holder?.subject === subject || holder?.subject === findVoided(subject);
  return holder !== undefined && isHeld && storeTransaction(tx, entry);
}

/** Stores a transfer of nothing in the place of a payment, for whomever the nonce is noted: as used elsewhere, where a restore found it so. */
export async function storeVoid(tx: Transaction, entry: Entry): Promise<void> {
  await storeTransaction(tx, entry);
}

async function storeTransaction(tx: Transaction, { network, subject, signed, now }: Entry): Promise<boolean> {
  const { txHash, sender, raw, nonce, expiresAt } = signed;
  const stored = await tx
    .insertInto('outgoingTransaction')
    .values({ txHash, sender, raw, nonce, expiresAt, network, subject, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('txHash')
    .executeTakeFirst();
  return stored !== undefined;
}
