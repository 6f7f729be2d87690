import { fromHex, type LogPeak, toHex } from '@glasspool/proof';
import { z } from 'zod';

const Peaks = z.array(z.tuple([z.number(), z.string()]));

/** Encodes the peaks of the journal's log for the row of a snapshot. */
export function writePeaks(peaks: readonly LogPeak[]): string {
  return JSON.stringify(peaks.map(({ size, digest }) => [size, toHex(digest)]));
}

export function readPeaks(text: string): LogPeak[] {
  return Peaks.parse(JSON.parse(text)).map(([size, digest]) => ({ size, digest: fromHex(digest) }));
}
