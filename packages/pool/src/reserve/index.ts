export { fundReserve, getFreeSurplus } from './fund-reserve.ts';
export { type CurrencyFigures, getPoolFigures } from './get-pool-figures.ts';
export { type DailyFigures, listDailyFigures } from './list-daily-figures.ts';
export { listReserveSources, type ReserveSources } from './list-reserve-sources.ts';
