export {
  findNewestSweep,
  getSweep,
  listSweepAddresses,
  type SweepAddress,
  type SweepProgress,
  type SweepView,
  sumSweep,
} from './get-sweep.ts';
export { planSweep, type SweepPlan } from './plan-sweep.ts';
export { runSweeps } from './run-sweeps.ts';
export { startSweep } from './start-sweep.ts';
export { SWEEP_HANDLERS } from './sweep-handlers.ts';
