// A dispute is judged here, beside the page, from what the pool publishes: leaves and journals of several snapshots may be read for it.
import { judgeReport } from 'glasspool-verify/dispute';
import { openRemote } from 'glasspool-verify/remote';
import type { JudgeNews } from './judge-dispute.ts';

const tell = (news: JudgeNews): void => self.postMessage(news);

self.onmessage = ({ data }: MessageEvent<string>) => {
  judgeReport(data, openRemote(self.location.origin)).then(
    (verdict) => tell({ kind: 'judged', verdict }),
    (error: unknown) =>
      tell({ kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) }),
  );
};
