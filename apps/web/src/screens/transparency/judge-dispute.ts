import type { DisputeVerdict } from '@glasspool/proof';
import { askWorker } from '../../ask-worker.ts';
import { trustedScriptUrl } from '../../trusted-script-url.ts';
import workerUrl from './dispute.worker.ts?worker&url';

/** Answer of the worker: a verdict, or that the text is not a report. */
export type JudgeNews =
  | { readonly kind: 'judged'; readonly verdict: DisputeVerdict }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Judges a saved report by what this pool publishes, as `glasspool-verify --dispute` does. Throws when the worker cannot go on. */
export async function judgeDispute(report: string): Promise<JudgeNews> {
  const worker = new Worker(trustedScriptUrl('glasspool-dispute', workerUrl), { type: 'module' });
  try {
    return await askWorker(worker, report, (news: JudgeNews) => news);
  } finally {
    worker.terminate();
  }
}
