export { findClockSkew, mustWaitForClock } from './find-clock-skew.ts';
