export { listReserveSources, type ReserveSources } from './list-reserve-sources.ts';
