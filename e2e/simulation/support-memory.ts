import type { DepositId, UserId, WithdrawalId } from '@glasspool/core';

/** Memory of what was asked for members. */
export class Support {
  /** Users whom admins named for a receipt. */
  readonly named = new Map<DepositId, Set<UserId>>();
  /** Withdrawals that were not signed as the pool said that their owner is locked. */
  readonly held = new Map<UserId, readonly WithdrawalId[]>();

  /** A restored backup may not know of a lock. */
  forget(): void {
    this.held.clear();
  }
}
