// Goal: every page, in every state, both themes, on phone and desktop: axe finds nothing, nothing scrolls sideways, no text is
// missing, and a thumb meets every control. Method: the real program with something of everything in it; a state of the server
// is made by keeping its answers back or failing them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import {
  addAxe,
  DIALOGS,
  deriveAddress,
  findBareIds,
  findMotion,
  findSmallTargets,
  findViolations,
  measureOverflow,
  PAGES,
  putServerInto,
  STATES,
  type State,
  show,
  THEMES,
  VIEWPORTS,
  type Who,
  WIDTHS,
} from './looks.ts';
import { ROOT, RunningServer } from './running-server.ts';
import { fillPool, SAMPLE_SETTINGS, type SamplePool } from './sample-pool.ts';

const IS_WHOLE = process.env['ALL_LOOKS'] !== undefined;
const executablePath = findChromium();
const ids = [...readFileSync(join(ROOT, 'apps/web/locales/en.po'), 'utf8').matchAll(/^msgid "(.+)"$/gm)].map(
  ([, id = '']) => id,
);

let server: RunningServer;
let browser: Browser;
let pool: SamplePool;
const contexts = new Map<Who, BrowserContext>();
const problems: string[] = [];

beforeAll(async () => {
  if (executablePath === undefined) return;
  server = await RunningServer.start(SAMPLE_SETTINGS);
  pool = await fillPool(server);
  browser = await launchChromium(executablePath);
});
afterAll(async () => {
  await browser?.close();
  if (executablePath !== undefined) await server[Symbol.asyncDispose]();
});

async function open(who: Who): Promise<Page> {
  const context =
    contexts.get(who) ?? (await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' }));
  if (!contexts.has(who)) {
    contexts.set(who, context);
    await addAxe(context);
    const token = who === 'visitor' ? undefined : pool.tokens[who];
    if (token !== undefined) await context.addInitScript(`localStorage.setItem('access_token', '${token}')`);
  }
  const opened = await openPage(context);
  opened.page.on('close', () =>
    problems.push(...opened.problems.filter((problem) => !/status of 50\d/.test(problem))),
  );
  return opened.page;
}

/** Both themes on each device in `npm run check:long`; otherwise one theme on one device, by turns: two pages of four begin dark, and two are on a phone. */
function pickThemes(turn: number, device: number): readonly (typeof THEMES)[number][] {
  if (IS_WHOLE) return THEMES;
  return device === turn % 2 ? THEMES.filter((_theme, index) => index === Math.floor(turn / 2) % 2) : [];
}

/** Runs axe in the themes of the devices whose turn it is, and returns what it finds. `prepare` opens the state to check. */
async function lookAt(
  page: Page,
  prepare: () => Promise<void>,
  turn: number,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await show(page, { viewport: VIEWPORTS.phone });
  await prepare();
  for (const [index, [device, viewport]] of Object.entries(VIEWPORTS).entries()) {
    await show(page, { viewport });
    for (const theme of pickThemes(turn, index)) {
      await show(page, { theme });
      // All of these tests ask for less motion, as their user's system may.
      expect(await findMotion(page)).toEqual([]);
      const violations = await findViolations(page);
      if (violations.length > 0) found[`${theme} ${device}`] = violations;
    }
  }
  return found;
}

/** Waits until a page in a state has come to rest. */
async function settle(page: Page, state: State): Promise<void> {
  await page.locator('h1').first().waitFor();
  if (state === 'full')
    await page.waitForFunction(
      () => document.querySelector('main .animate-pulse:not(.theme-sample *)') === null,
    );
  if (state === 'error') await page.getByRole('alert').first().waitFor();
}

const shouldRun = executablePath !== undefined;
/** Every page in every state in `npm run check:long`; otherwise waiting and failing ones of every third page. */
const COMBINATIONS = PAGES.flatMap((page, index) =>
  STATES.filter((state) => state === 'full' || (page.hasData === true && (IS_WHOLE || index % 3 === 0))).map(
    (state) => ({ ...page, state }),
  ),
).map((one, turn) => ({ ...one, turn }));
const TURNED_DIALOGS = DIALOGS.map((dialog, turn) => ({ ...dialog, turn }));

describe('a page', () => {
  it('is looked at in a browser', (context) => {
    if (shouldRun) return expect(COMBINATIONS.length + DIALOGS.length).toBeGreaterThanOrEqual(60);
    if (process.env['CI'] === 'true') expect.fail(HOW_TO_GET_A_BROWSER);
    context.skip(HOW_TO_GET_A_BROWSER);
  });

  it.runIf(shouldRun).for(COMBINATIONS)('$path, $state, for $who', async ({ path, who, state, turn }) => {
    const page = await open(who);
    await putServerInto(page, state);
    const prepare = async (): Promise<void> => {
      await page.goto(deriveAddress(path, { url: server.url, richId: pool.richId }));
      await settle(page, state);
    };
    expect(await lookAt(page, prepare, turn)).toEqual({});
    expect(await findBareIds(page, ids)).toEqual([]);
    for (const width of WIDTHS) {
      await show(page, { viewport: { width, height: 800 } });
      if (width === VIEWPORTS.phone.width) expect(await findSmallTargets(page)).toEqual([]);
      expect({ width, overflowPx: await measureOverflow(page) }).toEqual({ width, overflowPx: 0 });
    }
    await page.close();
  });

  it.runIf(shouldRun).for(TURNED_DIALOGS)('$name', async ({ path, who, openDialog, turn }) => {
    const page = await open(who ?? 'rich');
    const prepare = async (): Promise<void> => {
      await page.goto(`${server.url}${path}`);
      await settle(page, 'full');
      await openDialog(page);
      await page.getByRole('dialog').waitFor();
    };
    expect(await lookAt(page, prepare, turn)).toEqual({});
    expect(await findBareIds(page, ids)).toEqual([]);
    for (const width of WIDTHS) {
      await show(page, { viewport: { width, height: 800 } });
      if (width === VIEWPORTS.phone.width) expect(await findSmallTargets(page)).toEqual([]);
      expect({ width, overflowPx: await measureOverflow(page) }).toEqual({ width, overflowPx: 0 });
      const box = await page.getByRole('dialog').boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
    }
    await page.close();
  });

  it.runIf(shouldRun)('is whole with a toast on it', async () => {
    const page = await open('rich');
    const prepare = async (): Promise<void> => {
      await page.goto(`${server.url}/settings`);
      await settle(page, 'full');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    };
    // Light on a phone, and dark on a desktop.
    for (const turn of [0, 3]) expect(await lookAt(page, prepare, turn)).toEqual({});
    await prepare();
    const box = await page.getByRole('button', { name: 'Close the message' }).first().boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await page.close();
  });

  it.runIf(shouldRun)('has no script error, no policy violation and no foreign request', () => {
    expect(problems).toEqual([]);
  });

  it.runIf(shouldRun).for(['/home', '/network', '/transparency'])(
    'keeps its text when it is spaced out',
    async (path) => {
      const page = await open('rich');
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(`${server.url}${path}`);
      await settle(page, 'full');
      // The figures of WCAG 2.2, criterion 1.4.12.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>('main *')) {
          Object.assign(element.style, { lineHeight: '1.5', letterSpacing: '0.12em', wordSpacing: '0.16em' });
        }
      });
      await show(page, {});
      expect(await measureOverflow(page)).toBe(0);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main button, main p, main dd, main dt')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(cut).toEqual([]);
      await page.close();
    },
  );

  it.runIf(shouldRun)('leaves most of itself to its content when it is strongly magnified', async () => {
    const page = await open('rich');
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(`${server.url}/home`);
    await settle(page, 'full');
    await page.mouse.wheel(0, 600);
    await page.waitForFunction(() => window.scrollY > 100);
    const stuckPx = await page.evaluate(() => {
      const isContent = (y: number): boolean =>
        document.elementFromPoint(160, y)?.closest('main, footer') !== null;
      return Array.from({ length: window.innerHeight }, (_, y) => y).filter((y) => !isContent(y)).length;
    });
    expect(stuckPx / 256).toBeLessThan(0.4);
    await page.close();
  });
});
