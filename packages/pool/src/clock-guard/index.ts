export { computeSkewMs, findClockSkew, mustWaitForClock } from './find-clock-skew.ts';
