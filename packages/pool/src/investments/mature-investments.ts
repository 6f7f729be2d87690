import { formatAmount } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { lockRows } from '@glasspool/db';
import { enqueueEvent } from '@glasspool/identity/webhooks';
import { postNew } from '@glasspool/ledger';
import { sql } from 'kysely';
import { mustWaitForClock } from '../clock-guard/index.ts';
import type { PoolDeps } from '../deps.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { changePrincipal } from './principal.ts';

const BATCH = 200;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'events' | 'chains'>;

/**
 * Moves the principal of investments whose term is over to withdrawable. Every day of the term has been through a reward run by then,
 * since a run sets the next reward time to null only after the last day. Waits while the clock and the chains disagree.
 * Returns how many matured; call again until it is 0.
 */
export async function matureInvestments(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const next = await deps.db.read
    .selectFrom('investment')
    .select('id')
    .where('state', '=', sql.lit('active'))
    .where('unlocksAt', '<=', now)
    .where('nextRewardAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (next === undefined || (await mustWaitForClock(deps, now))) return 0;
  return deps.db.transaction(async (tx) => {
    const due = await lockRows(
      tx,
      tx
        .selectFrom('investment')
        .select(['id', 'userId', 'currency', 'principalMicro', 'termsVersion'])
        // A literal, so that the partial index serves it.
        .where('state', '=', sql.lit('active'))
        .where('unlocksAt', '<=', now)
        .where('nextRewardAt', 'is', null)
        .orderBy('unlocksAt')
        .orderBy('id')
        .limit(BATCH),
    ).execute();
    for (const { id, userId, currency, principalMicro, termsVersion } of due) {
      await tx.updateTable('investment').set({ state: 'matured' }).where('id', '=', id).execute();
      const amountMicro = principalMicro;
      await postNew(tx, transfers.matureInvestment({ id, userId, currency, amountMicro }), now);
      await changePrincipal(tx, { termsVersion, currency, amountMicro, investments: -1 });
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
