import { displayAmount, type Network, toChainUnits } from '@glasspool/core';
import type { Tables } from '@glasspool/db';
import { postTransfer } from '@glasspool/ledger';
import type { Selectable } from 'kysely';
import { custody, surplus, userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { enqueueAlert } from '../mail/index.ts';
import { recordDailyTotal } from '../totals/index.ts';

const BATCH = 100;

type Deposit = Selectable<Tables['deposit']>;
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
    .where('state', '=', 'confirming')
    .where('blockHeight', '<=', finalizedHeight)
    .orderBy('blockHeight')
    .limit(BATCH)
    .execute();
  let credited = 0;
  for (const deposit of ripe) {
    const final = await chain.findFinalTransfer(deposit);
    const units = toChainUnits(deposit.currency, deposit.amountMicro) + deposit.dustUnits;
    // Not there, or another transfer: the scanner finds out what became of it.
    if (final === undefined || final.to !== deposit.address || final.units !== units) continue;
    if (await credit(deps, deposit)) credited += 1;
  }
  return credited;
}

async function credit(deps: Deps, deposit: Deposit): Promise<boolean> {
  const { userId, currency, amountMicro } = deposit;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const changed = await tx
      .updateTable('deposit')
      .set({ state: 'credited', creditedAt: now })
      .where('id', '=', deposit.id)
      .where('state', '=', 'confirming')
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return false;
    const to = userId === null ? surplus(currency) : userAccount(userId, 'wallet', currency);
    // A transfer of less than a micro-unit is all dust: held, but nothing to credit.
    if (amountMicro > 0n) {
      await postTransfer(tx, {
        reference: `deposit/${deposit.network}/${deposit.txHash}/${deposit.logIndex}`,
        kind: 'deposit',
        createdAt: now,
        moves: [{ from: custody(currency), to, amountMicro }],
      });
    }
    if (userId === null) tx.onCommit(() => deps.events.emitToStaff('treasury.changed'));
    if (userId !== null) {
      if (amountMicro > 0n) await recordDailyTotal(tx, { kind: 'deposit', currency, amountMicro, at: now });
      await enqueueAlert(tx, deps, {
        userId,
        subject: 'Your deposit is credited',
        paragraphs: [
          `${displayAmount(amountMicro, PLACES)} ${currency} arrived and is final. It is in your balance.`,
        ],
      });
      tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
    }
    return true;
  });
}
