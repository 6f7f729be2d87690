export { listBalanceChanges } from './list-balance-changes.ts';
export { type DailyBalance, listDailyBalances } from './list-daily-balances.ts';
