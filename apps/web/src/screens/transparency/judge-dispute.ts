import { askWorker } from '../../ask-worker.ts';
import { trustedScriptUrl } from '../../trusted-script-url.ts';
import type { JudgeNews } from './dispute.worker.ts';
import workerUrl from './dispute.worker.ts?worker&url';

/** Judges a saved report by what this pool publishes, as `glasspool-verify --dispute` does. Throws when the worker cannot go on. */
export async function judgeDispute(report: string): Promise<JudgeNews> {
  const worker = new Worker(trustedScriptUrl('glasspool-dispute', workerUrl), { type: 'module' });
  try {
    return await askWorker(worker, report, (news: JudgeNews) => news);
  } finally {
    worker.terminate();
  }
}
