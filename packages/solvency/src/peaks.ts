import { fromHex, type LogPeak, toHex } from '@glasspool/proof';
import { z } from 'zod';

const Peaks = z.array(z.tuple([z.number(), z.string()]));

/** The peaks of the journal's log as a snapshot's row keeps them. */
export function writePeaks(peaks: readonly LogPeak[]): string {
  return JSON.stringify(peaks.map(({ size, digest }) => [size, toHex(digest)]));
}

export function readPeaks(text: string): LogPeak[] {
  return Peaks.parse(JSON.parse(text)).map(([size, digest]) => ({ size, digest: fromHex(digest) }));
}
