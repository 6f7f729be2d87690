// A lie is told, published and examined here: the books of a small pool, in memory. The user's own pool is not touched.
import { examine, findNoticed, HONEST, isAsSaid, LIES, publish } from '@glasspool/lies';
import type { LabNews, LabTask } from './run-lie.ts';

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
