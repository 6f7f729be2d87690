// The whole check runs here, beside the page, which goes on answering the user meanwhile. Only here may a node of the user's choice
// be asked: the server lets this script, and no page, speak to other hosts.
import type { AnchorOnChain } from '@glasspool/proof';
import { connectNodes } from 'glasspool-verify/nodes';
import { type AuditLine, type AuditRequest, auditSnapshot } from './audit-snapshot.ts';

/** Task of the worker. */
export type AuditTask =
  | { readonly kind: 'audit'; readonly request: AuditRequest }
  | { readonly kind: 'anchor'; readonly bscNodeUrl: string; readonly txHash: string };

/** Messages of the worker while it runs and at its end. */
export type AuditNews =
  | { readonly kind: 'progress'; readonly leaves: number }
  | { readonly kind: 'line'; readonly line: AuditLine }
  | { readonly kind: 'done' }
  | { readonly kind: 'anchor'; readonly anchor: AnchorOnChain | undefined }
  | { readonly kind: 'failed'; readonly reason: string };

const tell = (news: AuditNews): void => self.postMessage(news);

async function run(task: AuditTask): Promise<void> {
  if (task.kind === 'anchor') {
    const anchor = await connectNodes({ bscUrl: task.bscNodeUrl }).findAnchor(task.txHash);
    return tell({ kind: 'anchor', anchor });
  }
  for await (const line of auditSnapshot(task.request, (leaves) => tell({ kind: 'progress', leaves })))
    tell({ kind: 'line', line });
  tell({ kind: 'done' });
}

self.onmessage = ({ data }: MessageEvent<AuditTask>) => {
  run(data).catch((error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
};
