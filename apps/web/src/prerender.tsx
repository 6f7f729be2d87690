// Draws public pages into HTML while the app is built. Data is not known then: the page shows its skeletons.
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { drawSignedIn } from './api/session.ts';
import { activateLanguage } from './i18n/language.ts';

/** The HTML of a page, in English. Throws where a part of it cannot be drawn: the browser would draw it all again. */
export async function renderPage(path: string, { isSignedIn }: { isSignedIn: boolean }): Promise<string> {
  drawSignedIn(isSignedIn);
  await activateLanguage('en');
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <App router={(page) => <StaticRouter location={path}>{page}</StaticRouter>} />,
    // In one piece: parts that come later are put in place by inline scripts, which the policy of the pages refuses.
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => void failures.push(error),
    },
  );
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  if (failures.length > 0) throw new AggregateError(failures, `${path} cannot be drawn.`);
  return html;
}
