// Stands in the head of every page, before anything is drawn and before every module. The build puts it in and tells its hash
// to the Content-Security-Policy.
// zod would try to compile its checks with eval as soon as the first contract is defined, which the policy refuses and reports;
// a browser test fails on the report.
globalThis.__zod_globalConfig = { jitless: true };
// The theme chosen in the settings, before the first paint. Without one, or where the browser refuses its storage, the system's holds.
try {
  const theme = localStorage.getItem('glasspool_theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
// A local network has a bar below the ribbon; its place is kept before it comes.
if (document.cookie.split('; ').includes('glasspool_local=1'))
  document.documentElement.dataset.network = 'local';
// A page that is drawn already is painted first: its scripts, which wait in a template, would share the line with style and font.
const PAINT_MS_MAX = 1000;
addEventListener('DOMContentLoaded', () => {
  const scripts = document.getElementById('scripts');
  if (scripts === null) return;
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    document.head.append(document.importNode(scripts.content, true));
  };
  requestAnimationFrame(() => setTimeout(start));
  // A page in the background is not painted.
  setTimeout(start, PAINT_MS_MAX);
});
