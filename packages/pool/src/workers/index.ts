export { dropAllLeases, holdLease, releaseLeases } from './lease.ts';
