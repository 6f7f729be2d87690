export { listBalanceChanges } from './list-balance-changes.ts';
export { type DailyBalance, listDailyBalances } from './list-daily-balances.ts';
export { assertNotKeptBack, lockSpendable, type Spendable } from './lock-spendable.ts';
export { releaseWallet } from './release-wallet.ts';
