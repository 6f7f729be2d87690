import type { AccountRef } from '@glasspool/ledger';
import { operatorWithdrawing, surplus, userAccount } from '../accounts.ts';
import type { Withdrawal } from './transition.ts';

type Owned = Pick<Withdrawal, 'source' | 'userId' | 'currency'>;

/** The account that holds the money of a withdrawal until it is decided: its user's, or the operator's. */
export function heldIn({ source, userId, currency }: Owned): AccountRef {
  return source === 'user' ? userAccount(userId, 'withdrawing', currency) : operatorWithdrawing(currency);
}

/** The account that the money of a withdrawal came from, and goes back to when it is rejected or fails. */
export function returnedTo({ source, userId, currency }: Owned): AccountRef {
  return source === 'user' ? userAccount(userId, 'withdrawable', currency) : surplus(currency);
}
