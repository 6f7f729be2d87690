import type { DepositId, UserId, WithdrawalId } from '@glasspool/core';

/** Memory of requests by admins on behalf of members. */
export class Support {
  /** Users whom admins named as the owner of a receipt. */
  readonly named = new Map<DepositId, Set<UserId>>();
  /** Withdrawals that were not signed when the pool confirmed the lock of their owner. */
  readonly held = new Map<UserId, readonly WithdrawalId[]>();

  /** Forgets the locks: a restored backup may not know them. */
  forget(): void {
    this.held.clear();
  }
}
