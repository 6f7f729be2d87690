import type { ExaminedCheck, Noticed } from '@glasspool/lab/lies';
import { askWorker } from '../../ask-worker.ts';
import { trustedScriptUrl } from '../../trusted-script-url.ts';
import type { LabNews, LabTask, ListedLie } from './lab.worker.ts';
import workerUrl from './lab.worker.ts?worker&url';

/** One lie, told and examined: the checks as they were made, and who noticed. */
export interface Experiment {
  readonly checks: readonly ExaminedCheck[];
  readonly noticed: Noticed;
  /** True when it is what the table says. */
  readonly isExpected: boolean;
}

/** Tells a lie beside the page, and examines it; `onCheck` is told of each check as it is made. Throws when the worker cannot go on. */
export async function runLie(
  id: string,
  onCheck: (checks: readonly ExaminedCheck[]) => void,
): Promise<Experiment> {
  const checks: ExaminedCheck[] = [];
  return ask({ kind: 'tell', id }, (news) => {
    if (news.kind === 'check') {
      checks.push(news.check);
      onCheck([...checks]);
    }
    return news.kind === 'done' ? { checks, noticed: news.noticed, isExpected: news.isExpected } : undefined;
  });
}

/** Every lie of the table. */
export function listLies(): Promise<readonly ListedLie[]> {
  return ask({ kind: 'list' }, (news) => (news.kind === 'list' ? news.lies : undefined));
}

/** The worker stays for the next experiment: its code takes longer to load than a lie to tell. */
let worker: Worker | undefined;

/** Gives the worker a task; its first news that has a result ends it. One task at a time. */
async function ask<Result>(task: LabTask, read: (news: LabNews) => Result | undefined): Promise<Result> {
  worker ??= new Worker(trustedScriptUrl('glasspool-lab', workerUrl), { type: 'module' });
  try {
    return await askWorker(worker, task, (news: LabNews) => {
      if (news.kind === 'failed') throw new Error(news.reason);
      return read(news);
    });
  } catch (error) {
    worker.terminate();
    worker = undefined;
    throw error;
  }
}
