import type { PoolDeps } from '../deps.ts';
import type { Withdrawal } from './transition.ts';

/** Tells the screens of its owner, or of the staff for one of the operator, that a withdrawal has ended. */
export function notifyOwner({ events }: Pick<PoolDeps, 'events'>, { userId, source }: Withdrawal): void {
  if (source === 'operator') events.emitToStaff('hotWallet.changed');
  else events.emit(userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed');
}
