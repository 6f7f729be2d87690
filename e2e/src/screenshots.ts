// `npm run generate -- screenshots` makes docs/screenshots/*.png: every screen and dialog of the running program, on a phone and a desktop,
// light and dark, with something of everything in it.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { DIALOGS, deriveAddress, PAGES, type PageUnderTest, THEMES, VIEWPORTS, type Who } from './looks.ts';
import { ROOT, RunningServer } from './running-server.ts';
import { fillPool, SAMPLE_SETTINGS, type SamplePool } from './sample-pool.ts';

const FOLDER = join(ROOT, 'docs', 'screenshots');
const SETTLE_MS = 400;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(HOW_TO_GET_A_BROWSER);
mkdirSync(FOLDER, { recursive: true });
for (const file of readdirSync(FOLDER)) rmSync(join(FOLDER, file));
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
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(viewport);
      await prepare();
      await page.waitForTimeout(SETTLE_MS);
      await page.screenshot({ path: join(FOLDER, `${name}-${device}-${theme}.png`) });
    }
  }
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
