// The whole leaf file is read and added up here, beside the page, which goes on answering the user meanwhile.
import { checkLeafFile, type LeafFileRequest } from './check-leaf-file.ts';
import type { LeafFileNews } from './run-leaf-file-check.ts';

const tell = (news: LeafFileNews): void => self.postMessage(news);

self.onmessage = ({ data }: MessageEvent<LeafFileRequest>) => {
  checkLeafFile(data, (leaves) => tell({ kind: 'progress', leaves })).then(
    (result) => tell({ kind: 'result', result }),
    (error: unknown) => tell({ kind: 'failed', reason: String(error) }),
  );
};
