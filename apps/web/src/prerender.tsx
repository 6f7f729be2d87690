// Draws public pages into HTML while the app is built. Data is not known then: the page shows its skeletons.
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { drawSignedIn } from './api/session.ts';
import { activateLanguage } from './i18n/language.ts';

/** The HTML of a page, in English. */
export async function renderPage(path: string, { isSignedIn }: { isSignedIn: boolean }): Promise<string> {
  drawSignedIn(isSignedIn);
  await activateLanguage('en');
  const { prelude } = await prerenderToNodeStream(
    <App router={(page) => <StaticRouter location={path}>{page}</StaticRouter>} />,
    // In one piece: parts that come later are put in place by inline scripts, which the policy of the pages refuses.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  return html;
}
