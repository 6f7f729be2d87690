export {
  CLOSING_CHECKS,
  type ClosingCheck,
  EXPERIMENT_GROUPS,
  EXPERIMENT_IDS,
  EXPERIMENTS,
  type ExperimentCheck,
  type ExperimentGroup,
  type ExperimentId,
  type ExperimentNews,
} from './experiments.ts';
export { type ExpectedCheck, isAsExpected, listExpectedChecks } from './judge.ts';
