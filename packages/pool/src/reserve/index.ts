export { lockAvailableOwnFunds } from './available-own-funds.ts';
export { assertOwnFunds, fundReserve, fundReserveAsAdmin } from './fund-reserve.ts';
export { type CurrencyFigures, getPoolFigures, type ReserveFigures } from './get-pool-figures.ts';
export { rollOverReserves } from './roll-over-reserves.ts';
