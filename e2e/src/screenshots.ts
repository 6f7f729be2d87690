// `npm run generate -- screenshots FOLDER` makes a picture of every screen and dialog of the running program, on a phone and a desktop, light
// and dark, with something of everything in it. Without a folder it makes those that the documents show, in docs/screenshots.
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { DIALOGS, deriveAddress, PAGES, type PageUnderTest, THEMES, VIEWPORTS, type Who } from './looks.ts';
import { ROOT, RunningServer } from './running-server.ts';
import { fillPool, SAMPLE_SETTINGS, type SamplePool } from './sample-pool.ts';

const [given] = process.argv.slice(2);
const FOLDER = given === undefined ? join(ROOT, 'docs', 'screenshots') : resolve(given);
/** Pictures to make, by their file names; all of them where undefined. */
const SHOWN = given === undefined ? listShown() : undefined;
const SETTLE_MS = 400;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(HOW_TO_GET_A_BROWSER);
mkdirSync(FOLDER, { recursive: true });
await using server = await RunningServer.start(SAMPLE_SETTINGS);
const pool = await fillPool(server);
const browser = await launchChromium(executablePath);
try {
  await shootAll(browser, pool);
} finally {
  await browser.close();
}

async function shootAll(from: Browser, { tokens, richId }: SamplePool): Promise<void> {
  const openAs = async (who: Who): Promise<Page> => {
    const context = await from.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    if (who !== 'visitor') {
      await context.addInitScript(`localStorage.setItem('access_token', '${tokens[who]}')`);
    }
    return (await openPage(context)).page;
  };
  for (const under of PAGES) {
    const page = await openAs(under.who);
    await shoot(page, getName(under), async () =>
      visit(page, deriveAddress(under.path, { url: server.url, richId })),
    );
    await page.context().close();
  }
  for (const { name, path, who, openDialog } of DIALOGS) {
    const page = await openAs(who ?? 'rich');
    const file = `dialog-${name.replace(/^the /, '').replaceAll(' ', '-')}`;
    await shoot(page, file, async () => {
      await visit(page, `${server.url}${path}`);
      await openDialog(page);
      await page.getByRole('dialog').waitFor();
    });
    await page.context().close();
  }
}

async function shoot(page: Page, name: string, prepare: () => Promise<void>): Promise<void> {
  for (const theme of THEMES) {
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      const file = `${name}-${device}-${theme}.png`;
      if (SHOWN !== undefined && !SHOWN.has(file)) continue;
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(viewport);
      await prepare();
      await page.waitForTimeout(SETTLE_MS);
      await page.screenshot({ path: join(FOLDER, file) });
    }
  }
}

/** Pictures that the documents show. */
function listShown(): ReadonlySet<string> {
  const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
  const text = documents.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  return new Set([...text.matchAll(/screenshots\/([\w-]+\.png)/g)].map(([, file = '']) => file));
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('main .animate-pulse:not(.theme-sample *)') === null,
  );
}

function getName({ path, who }: PageUnderTest): string {
  const name = path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'landing';
  return who === 'poor' ? `${name}-empty` : name;
}
