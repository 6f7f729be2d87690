// Pictures of the product for the start page: a member's dashboard and the check of a balance, of a real pool after ten days.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { THEMES } from './looks.ts';
import { RestClient } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';
import { fillPool, SAMPLE_SETTINGS } from './sample-pool.ts';

const FOLDER = join(ROOT, 'apps/web/public/pictures');
const VIEWPORT = { width: 1100, height: 700 };
const DAYS = 7;
const DAY_HOURS = 24;
const QUALITY = 0.82;

export async function makePictures(browser: Browser): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await using server = await RunningServer.start(SAMPLE_SETTINGS);
  const { tokens } = await fillPool(server);
  const operator = new RestClient(() => server.url);
  for (let day = 0; day < DAYS; day += 1) await operator.post('/dev/clock/advance', { hours: DAY_HOURS });
  const context = await browser.newContext({
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript(`localStorage.setItem('access_token', '${tokens.rich}')`);
  for (const theme of THEMES) {
    const { page } = await openPage(context);
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${server.url}/home`);
    await settle(page);
    await write(browser, `dashboard-${theme}`, await page.screenshot());
    await page.goto(`${server.url}/transparency`);
    await page.getByRole('button', { name: 'Verify my balance' }).click();
    await page.getByText('You are counted', { exact: false }).first().waitFor();
    await settle(page);
    await page.getByText('You are counted', { exact: false }).first().scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollBy({ top: -160, behavior: 'instant' }));
    await write(browser, `check-${theme}`, await page.screenshot());
    await page.close();
  }
  await context.close();
}

async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main .animate-pulse') === null);
  // The bar of a local network is not a part of the product.
  await page.evaluate(() => document.documentElement.removeAttribute('data-network'));
  await page.waitForTimeout(600);
}

/** The browser itself turns a picture into WebP. */
async function write(browser: Browser, name: string, png: Buffer): Promise<void> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality: QUALITY },
  );
  await page.close();
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(base64, 'base64'));
}
