import type { UserId } from '@glasspool/core';
import { recordAdminAction } from '../audit/index.ts';
import type { CallOrigin, PoolDeps } from '../deps.ts';
import { acknowledgeOutside, findNoncesUsedElsewhere } from './check-start.ts';
import { FREEZE_SETTING } from './freeze.ts';

/** Switches payouts on again after an admin has looked into why they stopped (decisions.md 5). Changes nothing while they are on. */
export async function resumePayouts(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'machineClock' | 'events' | 'signedLog'>,
  request: { adminId: UserId; origin: CallOrigin; reason: string },
): Promise<void> {
  const { adminId, origin, reason } = request;
  const nonces = await findNoncesUsedElsewhere(deps);
  const { length: logLines } = await deps.signedLog.readHashes();
  await deps.db.transaction(async (tx) => {
    const removed = await tx
      .deleteFrom('setting')
      .where('name', '=', FREEZE_SETTING)
      .returning('value')
      .executeTakeFirst();
    if (removed === undefined) return;
    await acknowledgeOutside(tx, { nonces, logLines });
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: 'payouts.resume',
      subject: 'payouts',
      before: { frozen: removed.value },
      after: { reason },
    });
    tx.onCommit(() => deps.events.emitToStaff('notice.changed'));
  });
}
