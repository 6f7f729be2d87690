export { examinePool, type Symptom } from './doctor/index.ts';
export { type Gauges, readGauges } from './metrics/index.ts';
export { purgeExpired } from './retention/index.ts';
export {
  endAllLeases,
  holdLease,
  NETWORK_STEPS,
  type NetworkStepName,
  POOL_STEPS,
  type PoolStepName,
  releaseLeases,
} from './workers/index.ts';
