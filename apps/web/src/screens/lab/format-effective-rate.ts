import { effectiveRatePpb } from '@glasspool/core';
import { formatPercentOfPpb } from '../../components/money/rates.ts';

/** Rate of a day as text: the target times the share that was paid. */
export function formatEffectiveRate(targetRatePpm: number, sharePpb: number): string {
  return formatPercentOfPpb(effectiveRatePpb(targetRatePpm, sharePpb));
}
