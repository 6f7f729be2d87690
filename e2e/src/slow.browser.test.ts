// Goal: on a slow network every page shows where its data will be, moves nothing when it arrives, and sends nothing twice.
// Method: a 3G line of its own for each page, to the real program with something of everything in it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, PATIENCE_MS } from './browser.ts';
import { deriveAddress, PAGES, VIEWPORTS, type Who } from './looks.ts';
import { RestClient } from './rest-client.ts';
import { RunningServer } from './running-server.ts';
import { fillPool, type SamplePool } from './sample-pool.ts';
import { SlowLine } from './slow-line.ts';

const IS_WHOLE = process.env['ALL_LOOKS'] !== undefined;
const executablePath = findChromium();
const shouldRun = executablePath !== undefined;
/** The usual figures for slow 3G: 400 ms there and back, 400 kbit/s. */
const SLOW_3G = { latencyMs: 400, bytesPerSecond: 50_000 };
const SHIFT_MAX = 0.02;
const MONEY_READY_MS = 1_000;

let server: RunningServer;
let browser: Browser;
let pool: SamplePool;

beforeAll(async () => {
  if (executablePath === undefined) return;
  server = await RunningServer.start();
  pool = await fillPool(server);
  browser = await launchChromium(executablePath);
});
afterAll(async () => {
  await browser?.close();
  if (shouldRun) await server[Symbol.asyncDispose]();
});

interface SlowPage extends AsyncDisposable {
  readonly page: Page;
}

/** A page in a browser of its own, on `path`, as soon as its first byte is there. */
async function openSlowly(
  who: Who,
  viewport: { width: number; height: number },
  path: string,
): Promise<SlowPage> {
  const line = await SlowLine.start(server.url, SLOW_3G);
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  if (who !== 'visitor') {
    await context.addInitScript(`localStorage.setItem('access_token', '${pool.tokens[who]}')`);
  }
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(WATCH_PAGE);
  const page = await context.newPage();
  await page.goto(deriveAddress(path, { url: line.url, richId: pool.richId }), { waitUntil: 'commit' });
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      await line[Symbol.asyncDispose]();
    },
  };
}

/** Silence after which a page counts as loaded: several round trips on this line. */
const QUIET_MS = 2_000;

/** Adds up how far things move by themselves, and notes whether a skeleton was ever there and when something last came. */
const WATCH_PAGE = `
  globalThis.watched = { shift: 0, sources: [], hadSkeleton: false, changedAtMs: 0 };
  const recordChange = () => (watched.changedAtMs = performance.now());
  new PerformanceObserver(recordChange).observe({ type: 'resource', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      watched.shift += entry.value;
      for (const { node } of entry.sources) watched.sources.push(entry.value.toFixed(4) + ' ' + (node?.outerHTML ?? '').slice(0, 120));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    recordChange();
    if (document.querySelector('.animate-pulse') !== null) watched.hadSkeleton = true;
  }).observe(document, { subtree: true, childList: true, attributes: true });
`;

interface Watched {
  readonly shift: number;
  readonly sources: readonly string[];
  readonly hadSkeleton: boolean;
  readonly changedAtMs: number;
}

declare const watched: Watched;

/** The heading is there, no skeleton is left, and nothing has come for a while: what is still to come moves nothing. */
const isLoaded = (quietMs: number) =>
  document.querySelector('h1') !== null &&
  document.querySelector('main .animate-pulse') === null &&
  performance.now() - watched.changedAtMs > quietMs;

/** Each page on both devices in `npm run check:long`; otherwise on one of them, by turns. */
const SLOW_PAGES = PAGES.filter((page) => page.hasData === true).flatMap((page, turn) =>
  Object.entries(VIEWPORTS)
    .filter((_device, index) => IS_WHOLE || (turn + index) % 2 === 0)
    .map(([device, viewport]) => ({ ...page, device, viewport })),
);

// The pages wait for the line, not for the processor: several at once take no longer than one.
describe.runIf(shouldRun).concurrent('on a slow 3G line', () => {
  it.for(SLOW_PAGES)(
    '$path on a $device shows skeletons and does not jump',
    async ({ path, who, viewport }, { expect }) => {
      await using slow = await openSlowly(who, viewport, path);
      const { page } = slow;
      // A page that the build drew is there before its scripts are, which know what is missing.
      await page.waitForFunction(() => watched.hadSkeleton);
      await page.waitForFunction(isLoaded, QUIET_MS);
      const { shift, sources } = await page.evaluate(() => watched);
      expect(shift, sources.join('\n')).toBeLessThanOrEqual(SHIFT_MAX);
    },
  );
});

describe('on a slow 3G line', () => {
  it('finds a browser to run in', (context) => {
    if (shouldRun) return;
    if (process.env['CI'] === 'true') expect.fail(HOW_TO_GET_A_BROWSER);
    context.skip(HOW_TO_GET_A_BROWSER);
  });

  it.runIf(shouldRun)('moves nothing when a font comes after the page', async () => {
    await using context = await browser.newContext({ viewport: VIEWPORTS.desktop, serviceWorkers: 'block' });
    await context.addInitScript(WATCH_PAGE);
    const page = await context.newPage();
    const font = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await font.promise;
      await route.continue();
    });
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.waitForFunction(isLoaded, QUIET_MS);
    const { shift: before } = await page.evaluate(() => watched);
    const fontCame = page.waitForResponse('**/*.woff2');
    font.resolve();
    await (await fontCame).finished();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(isLoaded, QUIET_MS);
    const { shift, sources } = await page.evaluate(() => watched);
    expect(shift, sources.join('\n')).toBe(before);
  });

  it.runIf(shouldRun)('moves money once however often a button is pressed', async () => {
    await using slow = await openSlowly('rich', VIEWPORTS.phone, '/home');
    const { page } = slow;
    await page.getByRole('button', { name: 'Invest USDT', exact: true }).click();
    const proceed = page.getByRole('button', { name: 'Proceed' });
    await page.getByText('test tokens, worth nothing').waitFor();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('investments.invest')) requests += 1;
    });
    // A money button takes no press in its first moments, and none that no person made.
    await page.waitForTimeout(MONEY_READY_MS);
    await proceed.click({ clickCount: 5 });
    await page.getByText('Investment Successful!').waitFor();
    expect(requests).toBe(1);
    const client = new RestClient(() => server.url);
    client.token = pool.tokens.rich;
    const { body } = await client.get('/investments/user');
    const amounts = body.investments.map((one: { investedAmount: string }) => one.investedAmount);
    expect(amounts.filter((amount: string) => amount === '310.123456')).toHaveLength(1);
  });
});
