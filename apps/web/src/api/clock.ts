import { trpc } from './trpc.ts';

/** Time of this device, for durations between two moments on it. It may be wrong, and says nothing about the pool's. */
export function readDeviceClock(): number {
  return Date.now();
}

/** Time of the pool, as its newest answer said; undefined before the first. Days, months and terms are counted by it. */
export function usePoolNow(): number | undefined {
  return trpc.transparency.getPoolFigures.useQuery().data?.now;
}
