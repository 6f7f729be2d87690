import { displayAmount, formatAmount, type Network } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { enqueueAlert } from '@glasspool/identity/mail';
import { enqueueEvent } from '@glasspool/identity/webhooks';
import { getUncoveredOf, lockOwnFunds, postNew } from '@glasspool/ledger';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { pauseUncovered } from '../investments/index.ts';
import { recordHalt, reviewUnsignedOf } from '../outgoing/index.ts';
import { addDust } from '../totals/index.ts';
import { type Deposit, isSameTransfer, toEvent } from './confirm-deposits.ts';
import { rereadTransaction } from './reread-transactions.ts';
import { getStatus } from './scanner-status.ts';

const PLACES = 3;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events'>;

/**
 * Checks credited deposits after a reorganization that may have passed finality: every deposit above the last block that is known to be
 * unchanged is read again. A deposit that the chain no longer has becomes a receivable from its user. The rewards of investments made with
 * it pause, payouts halt unless they are halted already, and withdrawals that the user cannot cover wait for an admin. Nothing is decided
 * until the new blocks are final up to the height of the old ones and the scanner has read every final block: a block that it has not read
 * can be replaced unnoticed. Returns the number of reversed deposits.
 */
export async function reverseDeposits(deps: Deps, network: Network): Promise<number> {
  const { recheckFrom, finalizedHeight, scannedHeight } = await getStatus(deps.db.read, network);
  if (recheckFrom === null) return 0;
  const head = await deps.chains[network].getHead();
  if (head.finalizedHeight < finalizedHeight || scannedHeight < head.finalizedHeight) return 0;
  const credited = await deps.db.read
    .selectFrom('deposit')
    .selectAll()
    .where('network', '=', network)
    // A literal, so that the partial index serves it.
    .where('state', '=', sql.lit('credited'))
    .where('reversedAt', 'is', null)
    .where('blockHeight', '>', recheckFrom)
    .execute();
  let reversed = 0;
  let isDecided = true;
  for (const deposit of credited) {
    const fate = await findFate(deps, deposit);
    if (fate === 'gone' && (await reverse(deps, deposit))) reversed += 1;
    else if (fate !== 'there') isDecided = false;
  }
  if (isDecided) await endRecheck(deps, network, recheckFrom);
  return reversed;
}

async function findFate(deps: Deps, deposit: Deposit): Promise<'there' | 'gone' | 'open'> {
  const { network, txHash } = deposit;
  // Its name says which of several like transfers it is; once it has one, the next step decides.
  if (deposit.entry === null && (await isNamedNow(deps, deposit))) return 'open';
  const chain = deps.chains[network];
  const transfers = (await chain.listFinalTransfers(txHash)) ?? [];
  if (transfers.some((one) => isSameTransfer(deposit, one))) return 'there';
  const report = await chain.reportTransaction(deposit.txHash);
  if (report.status === 'unknown') return 'gone';
  if (report.status !== 'mined' || !report.isFinal) return 'open';
  // One node has the transfer and another one does not: they have to agree first.
  return report.transfers.some((one) => isSameTransfer(deposit, one)) ? 'open' : 'gone';
}

async function isNamedNow(deps: Deps, { id, network, txHash }: Deposit): Promise<boolean> {
  await rereadTransaction(deps, { network, txHash });
  const named = await deps.db.read
    .selectFrom('deposit')
    .select('id')
    .where('id', '=', id)
    .where('entry', 'is not', null)
    .executeTakeFirst();
  return named !== undefined;
}

/**
 * Books the loss of a deposit. Returns false when another process has done so, or when the loss cannot be booked yet because the operator
 * has spent the coins that the chain took back from the hot wallet.
 */
async function reverse(deps: Deps, deposit: Deposit): Promise<boolean> {
  const { id, userId, currency, amountMicro, dustUnits, txHash } = deposit;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    if (userId === null && !(await canOwnFundsBear(tx, deposit))) return false;
    const changed = await tx
      .updateTable('deposit')
      .set((eb) => ({ reversedAt: now, reversals: eb('reversals', '+', 1) }))
      .where('id', '=', id)
      .where('reversedAt', 'is', null)
      .returning('reversals')
      .executeTakeFirst();
    if (changed === undefined) return false;
    const lost = `${deposit.network} took back a deposit that was credited: ${txHash}.`;
    await recordHalt(tx, lost, deposit.network);
    await addDust(tx, { currency, units: -dustUnits });
    if (amountMicro > 0n) {
      const { reversals } = changed;
      await postNew(tx, transfers.reverseDeposit({ ...toEvent(deposit), reversals }), now);
      if (userId !== null) {
        await pauseUncovered(tx, { userId, currency, now });
        if ((await getUncoveredOf(tx, { userId, currency })) > 0n)
          await reviewUnsignedOf(tx, deps, { userId, currency });
      }
    }
    if (userId === null) return true;
    await enqueueAlert(tx, deps, {
      userId,
      write: (texts) =>
        texts.depositReversed({ amount: displayAmount(amountMicro, PLACES), currency, txHash }),
    });
    const data = { id: deposit.id, currency, amount: formatAmount(amountMicro), txHash };
    await enqueueEvent(tx, deps, { userId, event: 'deposit.reversed', data });
    tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
    return true;
  });
}

/**
 * Returns true when own funds cover a payment to the hot wallet that the chain took back. Otherwise halts payouts until the operator sends
 * the missing amount.
 */
async function canOwnFundsBear(
  tx: Transaction,
  { network, txHash, currency, amountMicro }: Deposit,
): Promise<boolean> {
  const missingMicro = amountMicro - (await lockOwnFunds(tx, currency));
  if (missingMicro <= 0n) return true;
  const missing = `${formatAmount(missingMicro)} ${currency}`;
  await recordHalt(
    tx,
    `${network} took back a payment to the hot wallet that the operator has spent: ${txHash}. Send ${missing} to the hot wallet; nothing is signed on ${network} before it is there.`,
    network,
  );
  return false;
}

async function endRecheck({ db }: Deps, network: Network, recheckFrom: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .updateTable('chainStatus')
      .set({ recheckFrom: null })
      .where('network', '=', network)
      .where('recheckFrom', '=', recheckFrom)
      .execute();
  });
}
