// The one place where the pool signs, stores and sends something new.
import {
  type SendQuote,
  type SignedTransfer,
  SigningCapReachedError,
  SigningRefusedError,
  type TransferIntent,
} from '@glasspool/chains';
import type { Network, OutgoingPurpose } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { canCommitFee, canCoverFee, feeMaxMicro } from './committed-fees.ts';
import { findHalt, isHalted, recordHaltNow } from './halt.ts';
import { claimNonce, findNextNonce } from './nonces.ts';
import { sendStored } from './send-stored.ts';
import { findSigningObstacle, type SigningObstacle } from './signing-obstacle.ts';

type Deps = Parameters<typeof sendStored>[0] & Pick<PoolDeps, 'signingGate'>;

export interface SendRequest {
  readonly purpose: OutgoingPurpose;
  /** Subject of the transactions: each id is signed for once. */
  readonly id: string;
  readonly intent: Omit<TransferIntent, 'subject'>;
  /** Cost of the transfer, as the chain says now. */
  readonly quote: SendQuote;
  /** Nonce that the transaction must have, where only one will do. */
  readonly nonce?: number;
  /** Locks the row of the caller, in the transaction that stores what was signed. False when it is no longer as it was read. */
  claim(tx: Transaction): Promise<boolean>;
  /** Changes the row of the caller, in the same transaction. */
  onStored?(tx: Transaction, signed: SignedTransfer): Promise<void>;
}

/**
 * Result of a request: `fee`: own funds do not cover the fee; `skipped`: the caller's row changed meanwhile; `stopped`: nothing can be
 * signed on this network now, since payouts were halted or another process signs as well. Nothing was stored but for `sent`.
 */
export type SendResult = 'sent' | 'fee' | 'skipped' | 'stopped';

/** Permission to sign on a network, for one step of a worker. */
export interface Sending {
  readonly send: (request: SendRequest) => Promise<SendResult>;
}

/** Opens a network for signing, or returns the reason why nothing may be signed on it now. */
export async function beginSending(
  deps: Deps,
  network: Network,
): Promise<Sending | 'halted' | SigningObstacle> {
  if ((await findHalt(deps, network)) !== undefined) return 'halted';
  const obstacle = await findSigningObstacle(deps, network);
  return obstacle ?? { send: (request) => send(deps, network, request) };
}

/**
 * Signs a transfer, and sends it once it is stored: bytes, hash and nonce are in the database, and in the signed log on disk, before anything
 * leaves. After a stop anywhere the same bytes are sent by `settle`.
 *
 * @throws NetworkRefusedError when the node is on a network that the product must not touch.
 * @throws SigningRefusedError, and its kinds, when the signer refuses a withdrawal: its caller decides what becomes of that one.
 */
async function send(deps: Deps, network: Network, request: SendRequest): Promise<SendResult> {
  if (!(await canCoverFee(deps.db.read, request.quote))) return 'fee';
  const signed = await sign(deps, network, request);
  if (signed === undefined) return 'stopped';
  try {
    await deps.db.transaction((tx) => store(tx, deps, { network, request, signed }));
  } catch (error) {
    if (error instanceof NotStoredError) return error.result;
    throw error;
  }
  await sendStored(deps, request.id, signed);
  return 'sent';
}

async function sign(
  deps: Deps,
  network: Network,
  { purpose, id, intent, nonce: only }: SendRequest,
): Promise<SignedTransfer | undefined> {
  const chain = deps.chains[network];
  await chain.assertAllowedNetwork();
  const nonce = await findNextNonce(deps, chain, intent.fromIndex);
  if (nonce === 'unknown' || (only !== undefined && only !== nonce)) return undefined;
  try {
    return await chain.signTransfer({ ...intent, nonce, ...(purpose === 'withdrawal' && { subject: id }) });
  } catch (error) {
    if (!(error instanceof SigningRefusedError) || error instanceof SigningCapReachedError) throw error;
    if (purpose === 'withdrawal') throw error;
    // The signer's own read of the database differs from the request, so one of the two was changed.
    await recordHaltNow(deps, `The signer refused a transfer on ${network}: ${error.message}`, network);
    return undefined;
  }
}

/** Ends the transaction that would store what was signed: nothing of it stays, and nothing was sent. */
class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
  readonly result: Exclude<SendResult, 'sent'>;

  constructor(result: Exclude<SendResult, 'sent'>) {
    super(`It was not stored: ${result}.`);
    this.result = result;
  }
}

/** @throws NotStoredError */
async function store(
  tx: Transaction,
  deps: Deps,
  { network, request, signed }: { network: Network; request: SendRequest; signed: SignedTransfer },
): Promise<void> {
  const { purpose, id, quote } = request;
  const { txHash, sender, raw, nonce, expiresAt } = signed;
  if (await isHalted(tx, network)) throw new NotStoredError('stopped');
  if (!(await request.claim(tx))) throw new NotStoredError('skipped');
  if (!(await canCommitFee(tx, quote))) throw new NotStoredError('fee');
  const createdAt = deps.clock.now();
  const feeMicro = feeMaxMicro(quote);
  const rows = [
    tx.insertInto('outgoing').values({ id, network, purpose, state: 'open', feeMicro, createdAt }),
    // An equal payment of the same moment has the same hash on a chain without nonces, and is signed again in a later one.
    tx
      .insertInto('outgoingTransaction')
      .values({ txHash, sender, raw, nonce, expiresAt, network, subject: id, createdAt }),
  ];
  for (const row of rows) {
    const { numInsertedOrUpdatedRows } = await row
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw new NotStoredError('stopped');
  }
  if (nonce !== null && !(await claimNonce(tx, { network, sender, nonce, subject: id })))
    throw new NotStoredError('stopped');
  await request.onStored?.(tx, signed);
}
