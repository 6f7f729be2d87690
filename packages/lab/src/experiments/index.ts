export {
  CLOSING_CHECKS,
  type ClosingCheck,
  EXPERIMENT_GROUPS,
  EXPERIMENTS,
  type ExperimentCheck,
  type ExperimentGroup,
} from './experiments.ts';
export { type ExpectedCheck, isAsExpected, listExpectedChecks } from './judge.ts';
