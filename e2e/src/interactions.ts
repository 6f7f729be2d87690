// Time that a page takes to show that it was pressed or typed into, on a phone four times slower than this machine. Chromium's
// own Event Timing: from the input to the next painted frame.
import type { BrowserContext, Page } from 'playwright-core';
import { VIEWPORTS } from './looks.ts';

const CPU_SLOWDOWN = 4;
/** The shortest time that Chromium tells; shorter ones count as this. */
const SHORTEST_MS = 16;
/** No one presses anything before looking at the page. */
const READING_MS = 3000;
const WATCH_EVENTS = `
  globalThis.slowestMs = ${SHORTEST_MS};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId > 0) slowestMs = Math.max(slowestMs, entry.duration);
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true });
`;

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Inputs of a user on home and in the settings, one after the other. */
const INTERACTIONS: readonly {
  readonly name: string;
  readonly path: string;
  run(page: Page): Promise<void>;
}[] = [
  { name: 'open the deposit sheet', path: '/home', run: (page) => press(page, 'Deposit') },
  {
    name: 'type a user name',
    path: '/settings',
    run: (page) => page.getByLabel('User name').pressSequentially('Grace Brewster Hopper'),
  },
  {
    name: 'change the tab',
    path: '/settings',
    run: (page) => page.getByRole('link', { name: 'Security' }).click(),
  },
];

/** The slowest reaction of each interaction, in ms, in the signed-in `browser`. */
export async function measureInteractions(
  browser: BrowserContext,
  url: string,
): Promise<{ readonly name: string; readonly slowestMs: number }[]> {
  const measured = [];
  for (const { name, path, run } of INTERACTIONS) {
    const page = await browser.newPage();
    await page.setViewportSize(VIEWPORTS.phone);
    await page.addInitScript(WATCH_EVENTS);
    await page.goto(`${url}${path}`);
    await page.waitForFunction(() => document.querySelector('main .animate-pulse') === null);
    await page.waitForTimeout(READING_MS);
    const session = await browser.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await run(page);
    // Its entry comes some frames after the input.
    await page.waitForTimeout(1000);
    measured.push({ name, slowestMs: await page.evaluate<number>('slowestMs') });
    await page.close();
  }
  return measured;
}
