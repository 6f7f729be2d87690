export { assertOwnFunds, fundReserve, fundReserveAsAdmin } from './fund-reserve.ts';
export { type CurrencyFigures, getPoolFigures, type ReserveFigures } from './get-pool-figures.ts';
export { type DailyFigures, listDailyFigures } from './list-daily-figures.ts';
export { listReserveSources, type ReserveSources } from './list-reserve-sources.ts';
export { rollOverReserves } from './roll-over-reserves.ts';
