import { type SendQuote, type SignedTransfer, SigningCapReachedError } from '@glasspool/chains';
import { formatAmount, fromChainUnits, type Network, toChainUnits } from '@glasspool/core';
import { sumMicro, type Transaction } from '@glasspool/db';
import { postTransfer } from '@glasspool/ledger';
import { sql } from 'kysely';
import { custody, transit } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { broadcastStored, findFreeze, isCaughtUp, signNext, storeSigned } from '../outgoing/index.ts';
import { getFreeSurplus } from '../reserve/index.ts';
import { findAwaitingSnapshot } from './awaits-snapshot.ts';
import { lockWithdrawal, transition, type Withdrawal } from './transition.ts';

const BATCH = 20;
const TREASURY = 0;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'signedLog' | 'events'>;

/**
 * Signs approved withdrawals and broadcasts signed ones (decisions.md 5). Bytes, hash and nonce are in the database, and
 * in the signed log on disk, before anything is sent; after a stop anywhere the same bytes are sent again.
 * Returns how many were sent.
 */
export async function sendWithdrawals(deps: Deps, network: Network): Promise<number> {
  if ((await findFreeze(deps)) !== undefined || !(await isCaughtUp(deps, network))) return 0;
  const sentBefore = await broadcastSigned(deps, network);
  const approved = await deps.db.read
    .selectFrom('withdrawal')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', 'approved')
    // What may have been paid is an admin's to look at first.
    .where((eb) => eb.or([eb('waitingFor', 'is', null), eb('waitingFor', '!=', 'check')]))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const unpublished = await findAwaitingSnapshot(deps.db.read);
  for (const withdrawal of approved) {
    if (unpublished.has(withdrawal.id)) continue;
    if (!(await sign(deps, withdrawal))) break;
  }
  return sentBefore + (await broadcastSigned(deps, network));
}

/** Signs one withdrawal and stores what was signed. False when it has to wait, and with it those behind it. */
async function sign(deps: Deps, withdrawal: Withdrawal): Promise<boolean> {
  const { network, currency, address, amountMicro } = withdrawal;
  const intent = { fromIndex: TREASURY, currency, to: address, units: toChainUnits(currency, amountMicro) };
  const waitingFor = await findObstacle(deps, withdrawal, await deps.chains[network].quoteSend(intent));
  if (waitingFor !== null) {
    await noteWaiting(deps, withdrawal, waitingFor);
    return false;
  }
  try {
    const signed = await signNext(deps, network, { ...intent, subject: withdrawal.id });
    return signed !== undefined && (await deps.db.transaction((tx) => store(tx, deps, withdrawal, signed)));
  } catch (error) {
    if (!(error instanceof SigningCapReachedError)) throw error;
    // Approved on different days, more may come together than leaves on one: the rest goes tomorrow.
    await noteWaiting(deps, withdrawal, 'cap');
    // The operator's own have a cap of their own, and so have users': neither waits for the other.
    return true;
  }
}

/** What keeps a withdrawal from being signed now, or null. Fees are the operator's to pay, never a user's deposit. */
async function findObstacle(
  deps: Deps,
  withdrawal: Withdrawal,
  quote: SendQuote,
): Promise<Withdrawal['waitingFor']> {
  const { currency, network } = withdrawal;
  const { inFlightMicro } = await deps.db.read
    .selectFrom('withdrawal')
    .select(sumMicro(sql`amount_micro`).as('inFlightMicro'))
    .where('network', '=', network)
    .where('state', 'in', ['signed', 'broadcast'])
    .executeTakeFirstOrThrow();
  const paysFeeInKind = quote.feeCurrency === currency;
  const neededUnits =
    toChainUnits(currency, inFlightMicro + withdrawal.amountMicro) + (paysFeeInKind ? quote.feeMaxUnits : 0n);
  if (quote.senderUnits < neededUnits) return 'treasury-tokens';
  if (quote.senderFeeUnits < quote.feeMaxUnits) return 'gas';
  if (!paysFeeInKind) return null;
  const { amountMicro: feeMicro } = fromChainUnits(quote.feeCurrency, quote.feeMaxUnits);
  return (await getFreeSurplus(deps.db.read, quote.feeCurrency)) < feeMicro ? 'gas' : null;
}

async function noteWaiting(
  deps: Deps,
  withdrawal: Withdrawal,
  waitingFor: Withdrawal['waitingFor'],
): Promise<void> {
  if (withdrawal.waitingFor === waitingFor) return;
  await deps.db.transaction(async (tx) => {
    await tx
      .updateTable('withdrawal')
      .set({ waitingFor })
      .where('id', '=', withdrawal.id)
      .where('state', '=', 'approved')
      .execute();
  });
}

async function store(
  tx: Transaction,
  deps: Deps,
  withdrawal: Withdrawal,
  signed: SignedTransfer,
): Promise<boolean> {
  const locked = await lockWithdrawal(tx, withdrawal.id);
  // Another process was faster. What was signed here is dropped and was never sent.
  if (locked.state !== 'approved') return true;
  const now = deps.clock.now();
  const { network, currency, amountMicro } = withdrawal;
  const { txHash, nonce, expiresAt } = signed;
  if (!(await storeSigned(tx, { network, subject: withdrawal.id, signed, now }))) return false;
  await transition(tx, locked, { to: 'signed', now, evidence: { txHash, nonce, expiresAt }, txHash });
  await postTransfer(tx, {
    reference: `withdrawal/${withdrawal.id}/sign`,
    kind: 'withdrawal-sign',
    createdAt: now,
    moves: [{ from: transit(currency), to: custody(currency), amountMicro }],
  });
  tx.onCommit(() => deps.events.emit(withdrawal.userId, 'withdrawal.changed', 'transaction.changed'));
  return true;
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
    .where('withdrawal.state', '=', 'signed')
    .orderBy('outgoingTransaction.nonce')
    .orderBy('outgoingTransaction.createdAt')
    .limit(BATCH)
    .execute();
  for (const { id, userId, currency, address, amountMicro, feeMicro, source, ...one } of signed) {
    const { txHash } = one;
    await deps.db.transaction(async (tx) => {
      const locked = await lockWithdrawal(tx, id);
      if (locked.state !== 'signed') return;
      await transition(tx, locked, { to: 'broadcast', now: deps.clock.now(), evidence: { txHash } });
      tx.onCommit(() => deps.events.emit(userId, 'withdrawal.changed', 'transaction.changed'));
    });
    // Whatever the node answers, confirmWithdrawals asks the chain, and sends the same bytes again while it knows nothing.
    const amounts = { amount: formatAmount(amountMicro), fee: formatAmount(feeMicro) };
    const payment = { userId, currency, address, source, ...amounts };
    await broadcastStored(deps, { network, subject: id, signed: one, payment });
  }
  return signed.length;
}
