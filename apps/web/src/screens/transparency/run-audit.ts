import type { AnchorOnChain } from '@glasspool/proof';
import { trustedScriptUrl } from '../../trusted-script-url.ts';
import type { AuditNews, AuditTask } from './audit.worker.ts';
import workerUrl from './audit.worker.ts?worker&url';
import type { AuditLine, AuditRequest } from './audit-snapshot.ts';

/** Runs every check in a worker, which ends with it or when the signal says so. Throws when the worker cannot go on. */
export async function runAudit(
  request: AuditRequest,
  on: { signal: AbortSignal; progress: (leaves: number) => void; line: (line: AuditLine) => void },
): Promise<void> {
  await runTask({ kind: 'audit', request }, on.signal, (news) => {
    if (news.kind === 'progress') on.progress(news.leaves);
    else if (news.kind === 'line') on.line(news.line);
  });
}

/** Anchoring transaction as a node of the user's choice has it. Throws when the node does not answer. */
export async function findAnchorAt(bscNodeUrl: string, txHash: string): Promise<AnchorOnChain | undefined> {
  let anchor: AnchorOnChain | undefined;
  await runTask({ kind: 'anchor', bscNodeUrl, txHash }, undefined, (news) => {
    if (news.kind === 'anchor') ({ anchor } = news);
  });
  return anchor;
}

function runTask(
  task: AuditTask,
  signal: AbortSignal | undefined,
  onNews: (news: AuditNews) => void,
): Promise<void> {
  const worker = new Worker(trustedScriptUrl('glasspool-audit', workerUrl), { type: 'module' });
  return new Promise<void>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
    worker.onmessage = ({ data }: MessageEvent<AuditNews>) => {
      onNews(data);
      if (data.kind === 'done' || data.kind === 'anchor') resolve();
      if (data.kind === 'failed') reject(new Error(data.reason));
    };
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
