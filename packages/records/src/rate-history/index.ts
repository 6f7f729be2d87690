export { listRateHistory } from './list-rate-history.ts';
