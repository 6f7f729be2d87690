export { holdLease, releaseLeases } from './lease.ts';
