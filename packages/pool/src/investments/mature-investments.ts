import { formatAmount } from '@glasspool/core';
import { lockRows } from '@glasspool/db';
import { postTransfer } from '@glasspool/ledger';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { enqueueEvent } from '../webhooks/index.ts';

const BATCH = 200;

/**
 * Moves the principal of investments whose term is over to withdrawable (decisions.md 3). Every day of the term has been
 * through a reward run by then, since a run sets the next reward time to null only after the last day.
 * Returns how many matured; call again until it is 0.
 */
export async function matureInvestments(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'events'>,
): Promise<number> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const due = await lockRows(
      tx,
      tx
        .selectFrom('investment')
        .select(['id', 'userId', 'currency', 'principalMicro'])
        .where('state', '=', 'active')
        .where('unlocksAt', '<=', now)
        .where('nextRewardAt', 'is', null)
        .orderBy('id')
        .limit(BATCH),
    ).execute();
    for (const { id, userId, currency, principalMicro } of due) {
      await tx.updateTable('investment').set({ state: 'matured' }).where('id', '=', id).execute();
      await postTransfer(tx, {
        reference: `maturity/${id}`,
        kind: 'maturity',
        createdAt: now,
        moves: [
          {
            from: userAccount(userId, 'invested', currency),
            to: userAccount(userId, 'withdrawable', currency),
            amountMicro: principalMicro,
          },
        ],
      });
      await recordDailyTotal(tx, { kind: 'maturity', currency, amountMicro: principalMicro, at: now });
      const data = { id, currency, amount: formatAmount(principalMicro) };
      await enqueueEvent(tx, deps, { userId, event: 'investment.matured', data });
      tx.onCommit(() =>
        deps.events.emit(userId, 'wallet.changed', 'investment.changed', 'transaction.changed'),
      );
    }
    return due.length;
  });
}
