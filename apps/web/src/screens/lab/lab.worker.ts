// A lie is told, published and examined here: the books of a small pool, in memory. The user's own pool is not touched.
import {
  type ExaminedCheck,
  examine,
  findNoticed,
  HONEST,
  isAsSaid,
  LIES,
  type Lie,
  type Noticed,
  publish,
} from '@glasspool/lab/lies';

/** A row of the table of lies. The stories themselves stay in the worker. */
export type ListedLie = Pick<Lie, 'id' | 'verdict'>;

export type LabTask = { readonly kind: 'list' } | { readonly kind: 'tell'; readonly id: string };

export type LabNews =
  | { readonly kind: 'list'; readonly lies: readonly ListedLie[] }
  | { readonly kind: 'check'; readonly check: ExaminedCheck }
  | { readonly kind: 'done'; readonly noticed: Noticed; readonly isExpected: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

const tell = (news: LabNews): void => self.postMessage(news);

async function run(id: string): Promise<void> {
  const lie = LIES.find((one) => one.id === id);
  const checks = [];
  for await (const check of examine(lie?.tell() ?? { pool: publish(HONEST) })) {
    checks.push(check);
    tell({ kind: 'check', check });
  }
  const noticed = findNoticed(checks);
  const isExpected = lie === undefined ? noticed.by === 'no-one' : isAsSaid(lie.verdict, noticed);
  tell({ kind: 'done', noticed, isExpected });
}

self.onmessage = ({ data }: MessageEvent<LabTask>) => {
  if (data.kind === 'list')
    return tell({ kind: 'list', lies: LIES.map(({ id, verdict }) => ({ id, verdict })) });
  run(data.id).catch((error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
};
