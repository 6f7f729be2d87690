export { addDust, readDustUnits } from './dust.ts';
export { getTotals, type Totals } from './get-totals.ts';
export { dayOf, recordDailyTotal } from './record-daily-total.ts';
