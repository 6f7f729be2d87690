import type { IncomingTransfer } from '@glasspool/chains';
import { displayAmount, formatAmount, type Network, toChainUnits } from '@glasspool/core';
import type { Tables, Transaction } from '@glasspool/db';
import { type AccountRef, getBalance, type Move, postTransfer } from '@glasspool/ledger';
import type { Selectable } from 'kysely';
import { custody, deficit, surplus, userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { enqueueAlert } from '../mail/index.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { enqueueEvent } from '../webhooks/index.ts';

const BATCH = 100;

export type Deposit = Selectable<Tables['deposit']>;
const PLACES = 3;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events'>;

/**
 * Credits deposits whose block is final, after reading each again from the final chain (decisions.md 4). What reaches the
 * treasury becomes the operator's surplus. Returns how many were credited.
 */
export async function confirmDeposits(deps: Deps, network: Network): Promise<number> {
  const chain = deps.chains[network];
  const { finalizedHeight } = await chain.getHead();
  const ripe = await deps.db.read
    .selectFrom('deposit')
    .selectAll()
    .where('network', '=', network)
    // One that the chain took back and has again is credited again.
    .where((eb) => eb.or([eb('state', '=', 'confirming'), eb('reversedAt', 'is not', null)]))
    .where('blockHeight', '<=', finalizedHeight)
    .orderBy('blockHeight')
    .limit(BATCH)
    .execute();
  let credited = 0;
  for (const deposit of ripe) {
    // Not there, or another transfer: the scanner finds out what became of it.
    if (!isSameTransfer(deposit, await chain.findFinalTransfer(deposit))) continue;
    if (await credit(deps, deposit)) credited += 1;
  }
  return credited;
}

/** Whether the chain has a transfer of what a deposit says to the address that it says. */
export function isSameTransfer(deposit: Deposit, transfer: IncomingTransfer | undefined): boolean {
  const units = toChainUnits(deposit.currency, deposit.amountMicro) + deposit.dustUnits;
  return transfer !== undefined && transfer.to === deposit.address && transfer.units === units;
}

async function credit(deps: Deps, deposit: Deposit): Promise<boolean> {
  const { userId, currency, amountMicro, reversals } = deposit;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const changed = await tx
      .updateTable('deposit')
      .set({ state: 'credited', creditedAt: now, reversedAt: null })
      .where('id', '=', deposit.id)
      .where((eb) => eb.or([eb('state', '=', 'confirming'), eb('reversedAt', 'is not', null)]))
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return false;
    // A transfer of less than a micro-unit is all dust: held, but nothing to credit.
    if (amountMicro > 0n) {
      await postTransfer(tx, {
        reference: `${referenceOf(deposit)}${reversals > 0 ? `/restored/${reversals}` : ''}`,
        kind: 'deposit',
        createdAt: now,
        moves: await creditMoves(tx, deposit, custody(currency)),
      });
    }
    if (userId === null) tx.onCommit(() => deps.events.emitToStaff('treasury.changed'));
    if (userId !== null) {
      if (amountMicro > 0n && reversals === 0)
        await recordDailyTotal(tx, { kind: 'deposit', currency, amountMicro, at: now });
      await enqueueAlert(tx, deps, {
        userId,
        subject: 'Your deposit is credited',
        paragraphs: [
          `${displayAmount(amountMicro, PLACES)} ${currency} arrived and is final. It is in your balance.`,
        ],
      });
      const { id, network, txHash } = deposit;
      const data = { id, currency, amount: formatAmount(amountMicro), network, txHash };
      await enqueueEvent(tx, deps, { userId, event: 'deposit.credited', data });
      tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
    }
    return true;
  });
}

/** What the ledger calls a deposit. */
export function referenceOf({ network, txHash, logIndex }: Deposit): string {
  return `deposit/${network}/${txHash}/${logIndex}`;
}

/** To the user's wallet, but first into what they owe since the chain took a credited deposit back (decisions.md 4). */
export async function creditMoves(
  tx: Transaction,
  { userId, currency, amountMicro }: Deposit,
  from: AccountRef,
): Promise<Move[]> {
  if (userId === null) return [{ from, to: surplus(currency), amountMicro }];
  const owedMicro = -(await getBalance(tx, deficit(userId, currency)));
  const settledMicro = owedMicro < amountMicro ? owedMicro : amountMicro;
  const parts = [
    { from, to: deficit(userId, currency), amountMicro: settledMicro },
    { from, to: userAccount(userId, 'wallet', currency), amountMicro: amountMicro - settledMicro },
  ];
  return parts.filter((move) => move.amountMicro > 0n);
}
