import {
  HOT_WALLET_INDEX,
  type SendQuote,
  type SignedTransfer,
  SigningCapReachedError,
  SigningContradictionError,
  SigningRefusedError,
  SigningTooEarlyError,
} from '@glasspool/chains';
import { CURRENCY_OF, type Network, SECOND_MS, toChainUnits, type WaitingFor } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { isOpenWithdrawal, type Queryable, sumMicro, type Transaction } from '@glasspool/db';
import { getBackedOwnFunds, lockBackedOwnFunds, postNew } from '@glasspool/ledger';
import { sql } from 'kysely';
import { compare, isCompared } from '../books/index.ts';
import { beginSending, recordHaltNow, type Sending } from '../outgoing/index.ts';
import { findAwaitingSnapshot } from './awaits-snapshot.ts';
import { type Candidates, listCandidates } from './list-candidates.ts';
import { lockWithdrawal, toFacts, transition, type Withdrawal } from './transition.ts';

const MARKED_PER_STEP = 1_000;
/** That a withdrawal still waits is not written more often. */
const TRIED_AGAIN_AFTER_MS = 5 * SECOND_MS;

type Deps = Parameters<typeof beginSending>[0];

/**
 * Pays approved withdrawals (docs/withdrawals.md). A payout that cannot be paid now never blocks others behind it: users come before the
 * operator, and smaller ones before larger ones while the hot wallet is short. Returns how many were sent.
 *
 * @throws AggregateError at the end, of what the nodes did not answer
 */
export async function sendWithdrawals(deps: Deps, network: Network): Promise<number> {
  const sending = await beginSending(deps, network);
  if (sending === 'halted') return 0;
  const candidates = await listCandidates(deps, network);
  if (typeof sending === 'string') {
    for (const one of [...candidates.users, ...candidates.operators]) await recordWaiting(deps, one, 'chain');
    return 0;
  }
  const failures: unknown[] = [];
  await compareFor(deps, network, candidates).catch((error) => void failures.push(error));
  let sent = 0;
  await signAll(
    {
      ...deps,
      send: sending.send,
      onSent: () => {
        sent += 1;
      },
      onFailure: (error) => void failures.push(error),
    },
    candidates,
  );
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} withdrawals on ${network} could not be quoted.`);
  return sent;
}

/** Compares books and chain where a withdrawal was asked for since the last comparison that counts began. */
async function compareFor(deps: Deps, network: Network, { users, operators }: Candidates): Promise<void> {
  for (const one of [...users, ...operators])
    if (!(await isCompared(deps.db.read, one))) return compare(deps, CURRENCY_OF[network]);
}

interface SigningDeps extends Deps, Sending {
  readonly onSent: () => void;
  readonly onFailure: (error: unknown) => void;
}

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

/** Pays one withdrawal, or records what it waits for. */
async function sign(deps: SigningDeps, withdrawal: Withdrawal): Promise<SignResult> {
  const { id, network, currency, address, amountMicro } = withdrawal;
  // Books and chain differ by more than what is on its way, or could not be compared.
  if (!(await isCompared(deps.db.read, withdrawal))) return recordWaiting(deps, withdrawal, 'chain');
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
    const result = await deps.send({
      purpose: 'withdrawal',
      id,
      intent,
      quote,
      claim: (tx) => claim(tx, withdrawal),
      onStored: (tx, signed) => setSigned(tx, deps, { withdrawal, signed }),
    });
    // The operator pays network fees out of own funds, never out of a user's deposit.
    if (result === 'fee') return recordWaiting(deps, withdrawal, 'gas');
    if (result === 'sent') deps.onSent();
    return result === 'stopped' ? 'stop' : 'signed';
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
    return recordWaiting(deps, withdrawal, 'check', `The signer refused it: ${error.message}`);
  }
}

/** Returns what the hot wallet lacks for a withdrawal and its fee, or null. */
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
  return quote.senderFeeUnits < quote.feeMaxUnits ? 'gas' : null;
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
      // Never overwrite 'check': the payment may already be on chain, and the admin was warned.
      .where((eb) => eb.or([eb('waitingFor', 'is', null), eb('waitingFor', '!=', 'check')]))
      .execute();
    if (isNew)
      tx.onCommit(() => deps.events.emit(withdrawal.userId, 'withdrawal.changed', 'transaction.changed'));
  });
  return waitingFor;
}

/** Locks a withdrawal that is still to be paid. What was signed for any other one is dropped, and was never sent. */
async function claim(tx: Transaction, { id }: Withdrawal): Promise<boolean> {
  const locked = await lockWithdrawal(tx, id);
  // Another process was faster, or it was cancelled or rejected meanwhile.
  if (locked.state !== 'approved' || locked.waitingFor === 'check') return false;
  if (!(await isCompared(tx, locked))) return false;
  // Its account was locked while it was signed: it is signed again once the account is unlocked.
  if (await isOwnerLocked(tx, locked)) return false;
  // A loss was booked while it was signed: it is tried again once own funds cover that.
  return locked.source !== 'operator' || (await lockBackedOwnFunds(tx, locked.currency)) >= 0n;
}

async function setSigned(
  tx: Transaction,
  { clock, events }: Deps,
  { withdrawal, signed }: { withdrawal: Withdrawal; signed: SignedTransfer },
): Promise<void> {
  const { txHash, nonce, expiresAt } = signed;
  const now = clock.now();
  const evidence = { txHash, nonce, expiresAt };
  await transition(tx, await lockWithdrawal(tx, withdrawal.id), { to: 'signed', now, evidence, txHash });
  await postNew(tx, transfers.signWithdrawal(toFacts(withdrawal)), now);
  tx.onCommit(() => events.emit(withdrawal.userId, 'withdrawal.changed', 'transaction.changed'));
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
