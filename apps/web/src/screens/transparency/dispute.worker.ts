// A dispute is judged here, beside the page, from what the pool publishes: leaves and journals of several snapshots may be read for it.
import type { DisputeVerdict } from '@glasspool/proof';
import { judgeReport } from 'glasspool-verify/dispute';
import { openRemote } from 'glasspool-verify/remote';

/** Answer of the worker: a verdict, or that the text is not a report. */
export type JudgeNews =
  | { readonly kind: 'judged'; readonly verdict: DisputeVerdict }
  | { readonly kind: 'unreadable'; readonly reason: string };

const tell = (news: JudgeNews): void => self.postMessage(news);

self.onmessage = ({ data }: MessageEvent<string>) => {
  judgeReport(data, openRemote(self.location.origin)).then(
    (verdict) => tell({ kind: 'judged', verdict }),
    (error: unknown) =>
      tell({ kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) }),
  );
};
