import {
  HOT_WALLET_INDEX,
  type SendQuote,
  type SignedTransfer,
  SigningCapReachedError,
  SigningContradictionError,
  SigningRefusedError,
  SigningTooEarlyError,
} from '@glasspool/chains';
import { formatAmount, type Network, SECOND_MS, toChainUnits, type WaitingFor } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import {
  findIdempotencyKey,
  isOpenWithdrawal,
  type Queryable,
  sumMicro,
  type Transaction,
} from '@glasspool/db';
import { getBackedOwnFunds, lockBackedOwnFunds, postNew } from '@glasspool/ledger';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import {
  canCoverFee,
  commitFee,
  findHalt,
  findSigningObstacle,
  logStored,
  recordHaltNow,
  releaseFee,
  sendLogged,
  signNext,
  storeSigned,
} from '../outgoing/index.ts';
import { findAwaitingSnapshot } from './awaits-snapshot.ts';
import { type Candidates, listCandidates } from './list-candidates.ts';
import { lockWithdrawal, toFacts, transition, type Withdrawal } from './transition.ts';

const SIGNED_PER_STEP = 20;
const MARKED_PER_STEP = 1_000;
/** That a withdrawal still waits is not written more often. */
const TRIED_AGAIN_AFTER_MS = 5 * SECOND_MS;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'signedLog' | 'events' | 'signingGate'>;

/**
 * Signs approved withdrawals and broadcasts signed ones (docs/withdrawals.md). Bytes, hash and nonce are in the database, and in the
 * signed log on disk, before anything is sent; after a stop anywhere the same bytes are sent again. A payout that cannot be paid now
 * never blocks others behind it: users come before the operator, and smaller ones before larger ones while the hot wallet is short.
 * Returns how many were sent.
 *
 * @throws AggregateError at the end, of what the nodes did not answer
 */
export async function sendWithdrawals(deps: Deps, network: Network): Promise<number> {
  if ((await findHalt(deps)) !== undefined) return 0;
  const candidates = await listCandidates(deps, network);
  const obstacle = await findSigningObstacle(deps, network);
  if (obstacle !== null) {
    for (const one of [...candidates.users, ...candidates.operators]) await recordWaiting(deps, one, 'chain');
    return 0;
  }
  const sentBefore = await broadcastSigned(deps, network);
  const failures: unknown[] = [];
  await signAll({ ...deps, onFailure: (error) => void failures.push(error) }, candidates);
  const sent = sentBefore + (await broadcastSigned(deps, network));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} withdrawals on ${network} could not be quoted.`);
  return sent;
}

type SigningDeps = Deps & { readonly onFailure: (error: unknown) => void };

async function signAll(deps: SigningDeps, { users, operators }: Candidates): Promise<void> {
  const outcomes: SignResult[] = [];
  for (const withdrawal of users) {
    const result = await sign(deps, withdrawal);
    // Another process signs as well, or payouts were just stopped.
    if (result === 'stop') return;
    if (result === 'hot-wallet-tokens' && !outcomes.includes(result)) await markLarger(deps, withdrawal);
    outcomes.push(result);
  }
  // Users are paid before the operator.
  const isShort = outcomes.some((one) => one === 'hot-wallet-tokens' || one === 'gas');
  const unpublished = await findAwaitingSnapshot(deps.db.read);
  for (const withdrawal of operators) {
    if (unpublished.has(withdrawal.id)) await recordWaiting(deps, withdrawal, 'snapshot');
    else if (isShort || !(await isBacked(deps.db.read, withdrawal)))
      await recordWaiting(deps, withdrawal, 'hot-wallet-tokens');
    else if ((await sign(deps, withdrawal)) === 'stop') return;
  }
}

type SignResult = WaitingFor | 'signed' | 'stop';

/** Signs one withdrawal and stores what was signed, or records what it waits for. */
async function sign(deps: SigningDeps, withdrawal: Withdrawal): Promise<SignResult> {
  const { network, currency, address, amountMicro } = withdrawal;
  const intent = {
    fromIndex: HOT_WALLET_INDEX,
    currency,
    to: address,
    units: toChainUnits(currency, amountMicro),
  };
  const quote = await deps.chains[network].quoteSend(intent).catch(deps.onFailure);
  // The node is away, or the chain takes no payment to this address: others are tried before it is again.
  if (quote === undefined) return recordWaiting(deps, withdrawal, 'chain');
  const waitingFor = await findObstacle(deps, withdrawal, quote);
  if (waitingFor !== null) return recordWaiting(deps, withdrawal, waitingFor);
  try {
    const signed = await signNext(deps, network, { ...intent, subject: withdrawal.id });
    if (signed === undefined) return 'stop';
    const isStored = await deps.db.transaction((tx) => store(tx, deps, { withdrawal, signed, quote }));
    return isStored ? 'signed' : 'stop';
  } catch (error) {
    // Approved on different days, more may come together than leaves on one: the rest goes tomorrow.
    if (error instanceof SigningCapReachedError) return recordWaiting(deps, withdrawal, 'cap');
    // A transaction that was signed for it before and dropped must be proved impossible first.
    if (error instanceof SigningTooEarlyError) return recordWaiting(deps, withdrawal, 'chain');
    if (error instanceof SigningContradictionError) {
      await recordHaltNow(deps, `The signer's log contradicts the database: ${error.message}`);
      return 'stop';
    }
    if (!(error instanceof SigningRefusedError)) throw error;
    // One withdrawal that the signer refuses goes to an admin, and stops no other.
    const reason = `The signer refused it: ${error.message}`;
    return recordWaiting(deps, withdrawal, 'check', reason);
  }
}

/** Returns the reason not to sign a withdrawal now, or null. The operator pays network fees, never out of a user's deposit. */
async function findObstacle(
  deps: Deps,
  withdrawal: Withdrawal,
  quote: SendQuote,
): Promise<WaitingFor | null> {
  const { currency, network } = withdrawal;
  const { inFlightMicro } = await deps.db.read
    .selectFrom('withdrawal')
    .select(sumMicro(sql`amount_micro`).as('inFlightMicro'))
    .where('network', '=', network)
    .where(isOpenWithdrawal)
    .where('state', 'in', ['signed', 'broadcast'])
    .executeTakeFirstOrThrow();
  const paysFeeInKind = quote.feeCurrency === currency;
  const neededUnits =
    toChainUnits(currency, inFlightMicro + withdrawal.amountMicro) + (paysFeeInKind ? quote.feeMaxUnits : 0n);
  if (quote.senderUnits < neededUnits) return 'hot-wallet-tokens';
  if (quote.senderFeeUnits < quote.feeMaxUnits) return 'gas';
  return (await canCoverFee(deps.db.read, quote)) ? null : 'gas';
}

/** Marks withdrawals larger than one that the hot wallet could not pay as waiting for tokens, tried or not. */
async function markLarger({ db }: Deps, { network, amountMicro }: Withdrawal): Promise<void> {
  await db.transaction(async (tx) => {
    const larger = tx
      .selectFrom('withdrawal')
      .select('id')
      .where('network', '=', network)
      .where(isOpenWithdrawal)
      .where('state', '=', 'approved')
      .where('source', '=', 'user')
      .where('waitingFor', 'is', null)
      .where('amountMicro', '>', amountMicro)
      .limit(MARKED_PER_STEP);
    await tx
      .updateTable('withdrawal')
      .set({ waitingFor: 'hot-wallet-tokens' })
      .where('id', 'in', larger)
      // PostgreSQL looks at these again in a row that it waited for, and not at what the inner query asked of it.
      .where('state', '=', 'approved')
      .where('waitingFor', 'is', null)
      .execute();
  });
}

async function recordWaiting(
  deps: Deps,
  withdrawal: Withdrawal,
  waitingFor: WaitingFor,
  reason?: string,
): Promise<WaitingFor> {
  const isNew = withdrawal.waitingFor !== waitingFor;
  const now = deps.clock.now();
  if (!isNew && now - withdrawal.triedAt < TRIED_AGAIN_AFTER_MS) return waitingFor;
  await deps.db.transaction(async (tx) => {
    await tx
      .updateTable('withdrawal')
      .set({ waitingFor, triedAt: now, ...(reason === undefined ? {} : { reason }) })
      .where('id', '=', withdrawal.id)
      .where('state', '=', 'approved')
      // It may have been paid, as an admin who resumed payouts was told meanwhile: no other reason takes that one's place.
      .where((eb) => eb.or([eb('waitingFor', 'is', null), eb('waitingFor', '!=', 'check')]))
      .execute();
    if (isNew)
      tx.onCommit(() => deps.events.emit(withdrawal.userId, 'withdrawal.changed', 'transaction.changed'));
  });
  return waitingFor;
}

async function store(
  tx: Transaction,
  deps: Deps,
  { withdrawal, signed, quote }: { withdrawal: Withdrawal; signed: SignedTransfer; quote: SendQuote },
): Promise<boolean> {
  const locked = await lockWithdrawal(tx, withdrawal.id);
  // Another process was faster, or it was cancelled or rejected meanwhile. What was signed here is dropped and was never sent.
  if (locked.state !== 'approved' || locked.waitingFor === 'check') return true;
  // Its account was locked while it was signed: dropped as well, and signed again once the account is unlocked.
  if (await isOwnerLocked(tx, locked)) return true;
  const now = deps.clock.now();
  const { network } = withdrawal;
  const { txHash, nonce, expiresAt } = signed;
  // A loss was booked while it was signed: dropped as well, and tried again once own funds cover that.
  if (locked.source === 'operator' && (await lockBackedOwnFunds(tx, locked.currency)) < 0n) return true;
  // Another process committed what was left for fees: dropped too, and it waits for gas from the next round on.
  if (!(await commitFee(tx, { subject: withdrawal.id, quote }))) return true;
  if (!(await storeSigned(tx, { network, subject: withdrawal.id, signed, now }))) {
    await releaseFee(tx, withdrawal.id);
    return false;
  }
  await transition(tx, locked, { to: 'signed', now, evidence: { txHash, nonce, expiresAt }, txHash });
  await postNew(tx, transfers.signWithdrawal(toFacts(locked)), now);
  tx.onCommit(() => deps.events.emit(withdrawal.userId, 'withdrawal.changed', 'transaction.changed'));
  return true;
}

/** Returns true unless uncovered receivables are so large that the operator would be paid out of the deposits of others. */
async function isBacked(db: Queryable, { currency }: Withdrawal): Promise<boolean> {
  return (await getBackedOwnFunds(db, currency)) >= 0n;
}

async function isOwnerLocked(tx: Transaction, { userId, source }: Withdrawal): Promise<boolean> {
  if (source !== 'user') return false;
  const { lockedAt } = await tx
    .selectFrom('user')
    .select('lockedAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return lockedAt !== null;
}

async function broadcastSigned(deps: Deps, network: Network): Promise<number> {
  const signed = await deps.db.read
    .selectFrom('withdrawal')
    .innerJoin('outgoingTransaction', 'outgoingTransaction.subject', 'withdrawal.id')
    .select([
      'withdrawal.id',
      'withdrawal.userId',
      'withdrawal.currency',
      'withdrawal.address',
      'withdrawal.amountMicro',
      'withdrawal.feeMicro',
      'withdrawal.source',
      'outgoingTransaction.txHash',
      'outgoingTransaction.raw',
      'outgoingTransaction.sender',
      'outgoingTransaction.nonce',
      'outgoingTransaction.expiresAt',
    ])
    .where('withdrawal.network', '=', network)
    .where(isOpenWithdrawal)
    .where('withdrawal.state', '=', 'signed')
    .orderBy('outgoingTransaction.nonce')
    .orderBy('outgoingTransaction.createdAt')
    .limit(SIGNED_PER_STEP)
    .execute();
  for (const { id, userId, currency, address, amountMicro, feeMicro, source, ...one } of signed) {
    // It is logged with the key of its request, so that a client that repeats it after a restore is not paid again.
    const key = await findIdempotencyKey(deps.db.read, {
      userId,
      operation: source === 'user' ? 'withdrawal' : 'own-funds-withdrawal',
      resultId: id,
    });
    // The line says whom it pays, and comes before the state that lets others send these bytes again.
    const amounts = { amount: formatAmount(amountMicro), fee: formatAmount(feeMicro) };
    const details = { userId, currency, address, source, ...amounts, ...key };
    await logStored(deps, { network, subject: id, signed: one, details });
    const { txHash } = one;
    await deps.db.transaction(async (tx) => {
      const locked = await lockWithdrawal(tx, id);
      if (locked.state !== 'signed') return;
      await transition(tx, locked, { to: 'broadcast', now: deps.clock.now(), evidence: { txHash } });
      tx.onCommit(() => deps.events.emit(userId, 'withdrawal.changed', 'transaction.changed'));
    });
    // Whatever the node answers, confirmWithdrawals asks the chain, and sends the same bytes again while it knows nothing.
    await sendLogged(deps, { network, signed: one });
  }
  return signed.length;
}
