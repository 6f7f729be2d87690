// Stands in the head of every page, before anything is drawn and before every module. The build puts it in and tells its hash
// to the Content-Security-Policy.
// zod would try to compile its checks with eval as soon as the first contract is defined, which the policy refuses and reports;
// a browser test fails on the report.
globalThis.__zod_globalConfig = { jitless: true };
// The theme chosen in the settings, before the first paint. Without one the system's holds.
const theme = localStorage.getItem('glasspool_theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
