import type { Chain, SendQuote, SignedTransfer } from '@glasspool/chains';
import { fromChainUnits, type Network, toChainUnits } from '@glasspool/core';
import { sumMicro, type Transaction } from '@glasspool/db';
import { postTransfer } from '@glasspool/ledger';
import { sql } from 'kysely';
import { custody, transit } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { getFreeSurplus } from '../reserve/index.ts';
import { findFreeze, freezePayouts } from './freeze.ts';
import { lockWithdrawal, transition, type Withdrawal } from './transition.ts';

const BATCH = 20;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'signedLog' | 'events'>;

/**
 * Signs approved withdrawals and broadcasts signed ones (decisions.md 5). Bytes, hash and nonce are in the database, and
 * in the signed log on disk, before anything is sent; after a stop anywhere the same bytes are sent again.
 * Returns how many were sent.
 */
export async function sendWithdrawals(deps: Deps, network: Network): Promise<number> {
  if ((await findFreeze(deps)) !== undefined) return 0;
  const sentBefore = await broadcastSigned(deps, network);
  const approved = await deps.db.read
    .selectFrom('withdrawal')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', 'approved')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const withdrawal of approved) {
    if (!(await sign(deps, withdrawal))) break;
  }
  return sentBefore + (await broadcastSigned(deps, network));
}

/** Signs one withdrawal and stores what was signed. False when it has to wait, and with it those behind it. */
async function sign(deps: Deps, withdrawal: Withdrawal): Promise<boolean> {
  const chain = deps.chains[withdrawal.network];
  await chain.assertAllowedNetwork();
  const intent = { to: withdrawal.address, units: toChainUnits(withdrawal.currency, withdrawal.amountMicro) };
  const waitingFor = await findObstacle(deps, withdrawal, await chain.quoteSend(intent));
  if (waitingFor !== null) {
    await noteWaiting(deps, withdrawal, waitingFor);
    return false;
  }
  const nonce = await nextNonce(deps, chain);
  if (nonce === 'unknown') return false;
  const signed = await chain.signTransfer({ ...intent, nonce });
  return deps.db.transaction((tx) => store(tx, deps, withdrawal, signed));
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
  if (quote.treasuryUnits < neededUnits) return 'treasury-tokens';
  if (quote.treasuryFeeUnits < quote.feeMaxUnits) return 'gas';
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

/** The nonce after the last one that the database knows. A chain that knows more means a second copy of the keys at work. */
async function nextNonce(deps: Deps, chain: Chain): Promise<number | null | 'unknown'> {
  const onChain = await chain.getTreasuryNonce();
  if (onChain === null) return null;
  const { used } = await deps.db.read
    .selectFrom('usedNonce')
    .select((eb) => eb.fn.max<number | null>('nonce').as('used'))
    .where('network', '=', chain.network)
    .executeTakeFirstOrThrow();
  const next = used === null ? 0 : used + 1;
  if (onChain <= next) return next;
  await freezePayouts(
    deps,
    `The ${chain.network} treasury has sent ${onChain} transactions, of which the database knows ${next}.`,
  );
  return 'unknown';
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
  const { txHash, sender, raw, nonce, expiresAt } = signed;
  if (nonce !== null) {
    const taken = await tx
      .insertInto('usedNonce')
      .values({ network, sender, nonce, withdrawalId: withdrawal.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst();
    if (taken === undefined) return false;
  }
  const stored = await tx
    .insertInto('signedTransaction')
    .values({ txHash, network, withdrawalId: withdrawal.id, sender, nonce, expiresAt, raw, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('txHash')
    .executeTakeFirst();
  // TRON has no nonce: an equal payment of the same moment has the same hash and must be signed again in a later one.
  if (stored === undefined) return false;
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
    .innerJoin('signedTransaction', 'signedTransaction.withdrawalId', 'withdrawal.id')
    .select([
      'withdrawal.id',
      'withdrawal.userId',
      'signedTransaction.txHash',
      'signedTransaction.raw',
      'signedTransaction.sender',
      'signedTransaction.nonce',
      'signedTransaction.expiresAt',
    ])
    .where('withdrawal.network', '=', network)
    .where('withdrawal.state', '=', 'signed')
    .orderBy('signedTransaction.nonce')
    .orderBy('signedTransaction.createdAt')
    .limit(BATCH)
    .execute();
  for (const { id, userId, raw, txHash, sender, nonce, expiresAt } of signed) {
    await deps.chains[network].assertAllowedNetwork();
    await deps.signedLog.append({ network, withdrawalId: id, txHash, sender, nonce, expiresAt, raw });
    await deps.db.transaction(async (tx) => {
      const locked = await lockWithdrawal(tx, id);
      if (locked.state !== 'signed') return;
      await transition(tx, locked, { to: 'broadcast', now: deps.clock.now(), evidence: { txHash } });
      tx.onCommit(() => deps.events.emit(userId, 'withdrawal.changed', 'transaction.changed'));
    });
    // Whatever the node answers, confirmWithdrawals asks the chain, and sends the same bytes again while it knows nothing.
    await deps.chains[network].broadcast(raw);
  }
  return signed.length;
}
