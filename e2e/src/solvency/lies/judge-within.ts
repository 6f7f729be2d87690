import { readFileSync } from 'node:fs';
import { openPublished, type PublishedPool } from '@glasspool/lab/lies';
import { judgeReport } from 'glasspool-verify/dispute';

export interface Judgement {
  readonly code: number | null;
  readonly says: string;
}

/** Exit codes that the command documents. */
const CODES = { 'pool lied': 1, 'claim not supported': 0, 'cannot tell': 2 } as const;

/** Judges a report as a browser does: within this process, by the same code as the command. */
export async function judgeWithin(
  pool: Pick<PublishedPool, 'files' | 'snapshots'>,
  report: string,
): Promise<Judgement> {
  const bundle = { ...openPublished(pool), findNewest: async () => pool.snapshots.length - 1 };
  const { verdict, reason } = await judgeReport(readFileSync(report, 'utf8'), bundle);
  return { code: CODES[verdict], says: `${verdict.toUpperCase()}: ${reason}\n` };
}
