import { useEffect, useState } from 'react';

const STEPS_PER_UNIT = 1_000_000;

/** Counts from zero to a value when it first comes, in a fixed time. Who prefers less motion sees the value at once. */
export function useCountUp(value: bigint, durationMs: number): bigint {
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShare(1);
      return;
    }
    const startedAt = performance.now();
    let frame = 0;
    const step = (now: number): void => {
      const done = Math.min(1, (now - startedAt) / durationMs);
      // It slows down towards the end.
      setShare(1 - (1 - done) ** 3);
      if (done < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [durationMs]);
  if (share >= 1) return value;
  return (value * BigInt(Math.round(share * STEPS_PER_UNIT))) / BigInt(STEPS_PER_UNIT);
}
