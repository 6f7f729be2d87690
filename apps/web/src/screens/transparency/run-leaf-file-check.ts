import { trustedScriptUrl } from '../../trusted-script-url.ts';
import type { LeafFileRequest, LeafFileResult } from './check-leaf-file.ts';
import workerUrl from './leaf-file.worker.ts?worker&url';

/** What the worker says while it reads, and in the end. */
export type LeafFileNews =
  | { readonly kind: 'progress'; readonly leaves: number }
  | { readonly kind: 'result'; readonly result: LeafFileResult }
  | { readonly kind: 'failed'; readonly reason: string };

/** Checks the whole leaf file in a worker, which ends with it or when the signal says so. Throws when the download breaks off. */
export function runLeafFileCheck(
  { snapshotNumber, manifest, ownLeaves }: LeafFileRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (leaves: number) => void },
): Promise<LeafFileResult> {
  const worker = new Worker(trustedScriptUrl('glasspool-leaf-file', workerUrl), { type: 'module' });
  return new Promise<LeafFileResult>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = ({ message }) => reject(new Error(`The worker failed: ${message}`));
    worker.onmessage = ({ data }: MessageEvent<LeafFileNews>) => {
      if (data.kind === 'progress') onProgress(data.leaves);
      else if (data.kind === 'result') resolve(data.result);
      else reject(new Error(data.reason));
    };
    worker.postMessage({ snapshotNumber, manifest, ownLeaves } satisfies LeafFileRequest);
  }).finally(() => worker.terminate());
}
