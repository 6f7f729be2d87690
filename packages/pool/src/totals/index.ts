export { addDust, readDustUnits } from './dust.ts';
export { getTotals, type Totals } from './get-totals.ts';
export { getDay, recordDailyTotal } from './record-daily-total.ts';
