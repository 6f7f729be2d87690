import type { UserId } from '@glasspool/core';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import type { PoolDeps } from '../deps.ts';
import { recordHalt } from '../outgoing/index.ts';

/**
 * The stop button: from the next step of any worker on, nothing is signed, no withdrawal and no sweep. What was sent before goes on, for
 * no one can take it back. Users keep what they have and read that payouts are stopped. While payouts are off the reason is kept beside the
 * others; an admin switches them on again with `resumePayouts`.
 */
export async function haltPayouts(
  deps: Pick<PoolDeps, 'db' | 'machineClock' | 'events'>,
  request: { adminId: UserId; origin: CallOrigin; reason: string },
): Promise<void> {
  const { adminId, origin, reason } = request;
  await deps.db.transaction(async (tx) => {
    const halt = await recordHalt(tx, reason);
    if (halt === 'unchanged') return;
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: 'payouts.halt',
      subject: 'payouts',
      before: { payouts: halt === 'stopped' ? 'on' : 'off' },
      after: { reason },
    });
    tx.onCommit(() => {
      deps.events.emitToStaff('notice.changed');
      deps.events.emitToAll('payouts.changed');
    });
  });
}
