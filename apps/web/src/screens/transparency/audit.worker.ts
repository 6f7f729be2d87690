// The whole check runs here, beside the page, which goes on answering the user meanwhile. Only here may a node of the user's choice
// be asked: the server lets this script, and no page, speak to other hosts.
import { connectNodes } from 'glasspool-verify/nodes';
import { auditSnapshot } from './audit-snapshot.ts';
import type { AuditNews, AuditTask } from './run-audit.ts';

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
