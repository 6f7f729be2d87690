import { readFileSync } from 'node:fs';
import type { PublishedPool } from '@glasspool/lies';
import { judgeReport } from 'glasspool-verify/dispute';

export interface Judgement {
  readonly code: number | null;
  readonly says: string;
}

/** Exit codes that the command documents. */
const CODES = { 'pool lied': 1, 'claim not supported': 0, 'cannot tell': 2 } as const;

/** Judges a report as a browser does: within this process, by the same code as the command. */
export async function judgeWithin(
  { files, snapshots }: Pick<PublishedPool, 'files' | 'snapshots'>,
  report: string,
): Promise<Judgement> {
  const bundle = {
    async *read(number: number, name: string) {
      const file = files.get(`${number}/${name}`);
      if (file === undefined) throw new Error(`There is no ${name} of snapshot ${number}.`);
      yield file;
    },
    findNewest: async () => snapshots.length - 1,
  };
  const { verdict, reason } = await judgeReport(readFileSync(report, 'utf8'), bundle);
  return { code: CODES[verdict], says: `${verdict.toUpperCase()}: ${reason}\n` };
}
