import './styles.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { activateLanguage, preferredLanguage } from './i18n/language.ts';
import { registerOfflineCache } from './offline-cache.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
const language = preferredLanguage();
await activateLanguage(language);

const app = <App router={(page) => <BrowserRouter>{page}</BrowserRouter>} />;
// The build draws pages in English and without what stands after the question mark; others are drawn again.
if (root.hasChildNodes() && language === 'en' && location.search === '') hydrateRoot(root, app);
else {
  root.replaceChildren();
  createRoot(root).render(app);
}
registerOfflineCache();
