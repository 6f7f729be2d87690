import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Command that ensure-chromium.ts writes where a machine has no Chromium of its own. */
export const INSTALLED_CHROMIUM = join(
  import.meta.dirname,
  '..',
  'chromium',
  'node_modules',
  '.chromium',
  'chromium',
);

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  INSTALLED_CHROMIUM,
];

/** Address of a home network. Browsers take what comes from it by plain http for insecure, unlike what comes from localhost. */
export const HOME_NETWORK_HOST = '192.168.7.7';

/** Time that a page may take for anything: a limit for hangs, not for a busy machine. */
export const PATIENCE_MS = 120_000;

export const HOW_TO_GET_A_BROWSER =
  'No Chromium was found. On Debian or Ubuntu: sudo apt-get install chromium. Elsewhere set CHROMIUM to the path of a Chromium or Chrome.';

/** Path of a Chromium, or undefined if none was found. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...PLACES].find((path) => path !== undefined && existsSync(path));
}

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${HOME_NETWORK_HOST} 127.0.0.1`,
];

/** Starts Chromium so that it talks only to the page's own server. */
export function launchChromium(executablePath: string, moreArgs: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, chromiumSandbox: false, args: [...ARGS, ...moreArgs] });
}

/** A page that remembers what went wrong in it: script errors, console errors, and violations of the security policy. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; problems: string[] }> {
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (!['localhost', '127.0.0.1', HOME_NETWORK_HOST, ''].includes(hostname))
      problems.push(`foreign request: ${request.url()}`);
  });
  return { page, problems };
}
