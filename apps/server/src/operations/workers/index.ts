export { endAllLeases, holdLease, releaseLeases } from './lease.ts';
export { NETWORK_STEPS, type NetworkStepName, POOL_STEPS, type PoolStepName } from './worker-steps.ts';
