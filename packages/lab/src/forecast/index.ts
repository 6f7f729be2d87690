export { type Forecast, type ForecastDay, forecast, type PaidFrom } from './forecast.ts';
export { findOutcome, type JoinedThen, listByJoinDay, type Outcome } from './outcome.ts';
export type { ForecastTerms, IdlePeople, PresentPeople, Scenario } from './scenario.ts';
