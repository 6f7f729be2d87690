// The chart of accounts (decisions.md 2). Balances stand above zero where the pool owes, below where it holds.
import { type Currency, type LedgerCurrency, USER_CURRENCIES, type UserId } from '@glasspool/core';
import type { AccountRef } from '@glasspool/ledger';

/** What a user is owed, by purpose. */
const USER_ACCOUNTS = ['wallet', 'invested', 'withdrawable', 'referral', 'withdrawing'] as const;
export type UserAccount = (typeof USER_ACCOUNTS)[number];

/** Every account that a user can have. */
export function accountsOf(userId: UserId): AccountRef[] {
  return USER_CURRENCIES.flatMap((currency) => [
    ...USER_ACCOUNTS.map((name) => userAccount(userId, name, currency)),
    deficit(userId, currency),
  ]);
}

export function userAccount(userId: UserId, name: UserAccount, currency: Currency): AccountRef {
  return { path: `user/${userId}/${name}`, currency, guarded: true };
}

/** What a user owes the pool since the chain took a credited deposit back: a receivable, the one account that may go below zero. */
export function deficit(userId: UserId, currency: Currency): AccountRef {
  return { path: `user/${userId}/deficit`, currency, guarded: false };
}

/** The reward reserve that the operator funded. Only reward runs take from it. */
export function reserve(currency: Currency): AccountRef {
  return { path: 'pool/reserve', currency, guarded: true };
}

/** The operator's own money. */
export function surplus(currency: LedgerCurrency): AccountRef {
  return { path: 'pool/surplus', currency, guarded: true };
}

/** The operator's own money, held for treasury withdrawals under way. */
export function operatorWithdrawing(currency: Currency): AccountRef {
  return { path: 'pool/withdrawing', currency, guarded: true };
}

/** What the networks took, in the coin that paid. An expense: it stands below zero and lessens the surplus. */
export function networkFees(currency: LedgerCurrency): AccountRef {
  return { path: 'pool/networkFees', currency, guarded: false };
}

/** What the chain holds at our addresses. An asset: it stands below zero. */
export function custody(currency: LedgerCurrency): AccountRef {
  return { path: 'chain/custody', currency, guarded: false };
}

/** What has left or is about to, not final yet. An asset. */
export function transit(currency: Currency): AccountRef {
  return { path: 'chain/transit', currency, guarded: false };
}
