// Shared parts of the tests of the looks: the pages, the states that a server can put them in, and the checks of each.
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { BrowserContext, Page, Route } from 'playwright-core';

export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;
export const THEMES = ['light', 'dark'] as const;
export const WIDTHS = [1280, 390, 320] as const;

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export type Who = 'visitor' | 'poor' | 'rich' | 'admin';

/** Address of a page, with the id of the user with something of everything in its place. */
export function deriveAddress(path: string, { url, richId }: { url: string; richId: string }): string {
  return `${url}${path.replace('{rich}', richId)}`;
}

export interface PageUnderTest {
  readonly path: string;
  readonly who: Who;
  /** Shows data of the server, so that it can be waiting for it, or be without. */
  readonly hasData?: boolean;
}

export const PAGES: readonly PageUnderTest[] = [
  { path: '/', who: 'visitor', hasData: true },
  { path: '/transparency', who: 'visitor', hasData: true },
  { path: '/lab', who: 'visitor', hasData: true },
  { path: '/lab/courses', who: 'visitor', hasData: true },
  { path: '/lab/time', who: 'visitor', hasData: true },
  { path: '/receipts', who: 'rich', hasData: true },
  { path: '/receipts', who: 'visitor' },
  { path: '/signup', who: 'visitor' },
  { path: '/login', who: 'visitor' },
  { path: '/reset-link', who: 'visitor' },
  { path: '/reset-passord/abc', who: 'visitor' },
  { path: '/unauthorized', who: 'visitor' },
  { path: '/nowhere', who: 'visitor' },
  { path: '/home', who: 'rich', hasData: true },
  { path: '/home', who: 'poor' },
  { path: '/history', who: 'rich', hasData: true },
  { path: '/network', who: 'rich', hasData: true },
  { path: '/network', who: 'poor' },
  { path: '/support', who: 'rich', hasData: true },
  { path: '/settings', who: 'rich', hasData: true },
  { path: '/settings?tab=security', who: 'rich', hasData: true },
  { path: '/settings?tab=notifications', who: 'rich', hasData: true },
  { path: '/school', who: 'admin', hasData: true },
  { path: '/school/transaction-history', who: 'admin', hasData: true },
  { path: '/school/investments', who: 'admin', hasData: true },
  { path: '/school/users-wallet', who: 'admin', hasData: true },
  { path: '/school/users-wallet/{rich}', who: 'admin', hasData: true },
  { path: '/school/staff', who: 'admin', hasData: true },
  { path: '/school/profile', who: 'admin', hasData: true },
  { path: '/school/reserve', who: 'admin', hasData: true },
  { path: '/school/reconciliation', who: 'admin', hasData: true },
  { path: '/school/audit-log', who: 'admin', hasData: true },
  { path: '/school/sweep', who: 'admin', hasData: true },
  { path: '/school/replaced-blocks', who: 'admin', hasData: false },
  { path: '/dev/mail', who: 'visitor' },
  { path: '/dev/ui', who: 'visitor' },
];

const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click();

/** Every dialog, and how it is opened. */
export const DIALOGS: readonly {
  readonly name: string;
  readonly path: string;
  /** User who opens it: the one with data in every part, unless it is the admin. */
  readonly who?: 'admin';
  openDialog(page: Page): Promise<void>;
}[] = [
  { name: 'the deposit dialog', path: '/home', openDialog: press('Deposit') },
  { name: 'the invest dialog', path: '/home', openDialog: press('Invest USDT') },
  { name: 'the withdraw dialog', path: '/home', openDialog: press('Withdraw TRX') },
  {
    name: 'the withdraw dialog with mistakes',
    path: '/home',
    openDialog: async (page) => {
      await press('Withdraw TRX')(page);
      await press('Review')(page);
      await page.getByText('Please fill in all fields.').first().waitFor();
    },
  },
  {
    name: 'the review of a withdrawal',
    path: '/home',
    openDialog: async (page) => {
      await press('Withdraw TRX')(page);
      await page.getByLabel('Withdraw Address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
      await press('All')(page);
      await press('Review')(page);
      await page.getByRole('button', { name: /^Send / }).waitFor();
    },
  },
  { name: 'the active investments', path: '/home', openDialog: press('View Investments') },
  {
    name: 'the details of a transaction',
    path: '/home',
    openDialog: (page) =>
      page
        .getByRole('button', { name: /^Withdrawal/ })
        .first()
        .click(),
  },
  {
    name: 'what a reward was paid out of',
    path: '/home',
    openDialog: async (page) => {
      const reward = page.getByRole('button', { name: /^Daily profit payout/ });
      await reward.first().click();
      await page.getByText('received from the operator').click();
    },
  },
  { name: 'the transfer dialog', path: '/network', openDialog: press('Transfer balance, USDT') },
  { name: 'the hot wallet deposit', path: '/school', who: 'admin', openDialog: press('Deposit') },
  { name: 'the hot wallet withdrawal', path: '/school', who: 'admin', openDialog: press('USDT Withdraw') },
  {
    name: 'the hot wallet withdrawal with mistakes',
    path: '/school',
    who: 'admin',
    openDialog: async (page) => {
      await press('TRX Withdraw')(page);
      await press('Review')(page);
      await page.getByText('Please fill in all fields.').first().waitFor();
    },
  },
  {
    name: 'whose a receipt is',
    path: '/school/reconciliation',
    who: 'admin',
    openDialog: async (page) => page.getByRole('button', { name: 'Credit a user' }).first().click(),
  },
  {
    name: 'the sweep',
    path: '/school',
    who: 'admin',
    openDialog: (page) =>
      page.locator('button:visible', { hasText: /Withdraw All Pending Deposit|addresses/ }).click(),
  },
  {
    name: 'the notices',
    path: '/school',
    who: 'admin',
    openDialog: (page) => page.getByRole('button', { name: /^Notices/ }).click(),
  },
  {
    name: 'the details of a row',
    path: '/school/transaction-history?type=withdrawal',
    who: 'admin',
    openDialog: (page) => page.locator('tbody button').first().click(),
  },
  { name: 'an invitation', path: '/school/staff', who: 'admin', openDialog: press('Invite someone') },
];

export const STATES = ['full', 'loading', 'error'] as const;
export type State = (typeof STATES)[number];

/** Lets the server answer, keeps it silent, or lets every call fail as a broken server would. */
export async function putServerInto(page: Page, state: State): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The start page reads its figures over REST.
  for (const calls of ['**/trpc/**', '**/api/transparency/overview']) {
    if (state === 'loading') await page.route(calls, () => undefined);
    if (state === 'error') await page.route(calls, failCall);
  }
}

async function failCall(route: Route): Promise<void> {
  const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
  const error = {
    message: 'Something went wrong on our side.',
    code: -32_603,
    data: { poolCode: 'INTERNAL', issues: [], details: {}, requestId: 'req-1', httpStatus: 500 },
  };
  await route.fulfill({ status: 500, json: names.map(() => ({ error: { json: error } })) });
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Target sizes are looked at too, which axe does not by itself. */
const ALL_RULES: axe.RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  rules: { 'target-size': { enabled: true } },
};

/** Puts axe into every page of a context. */
export async function addAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
}

/** The violations that axe finds, in words. */
export async function findViolations(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async (options) => {
    const results = await window.axe.run(options);
    return results.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  }, ALL_RULES);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((html) => html.slice(0, 160)).join(' | ')}`);
}

/** Gives the page a size and a theme, and waits until it has drawn itself twice. */
export async function show(
  page: Page,
  look: { viewport?: { width: number; height: number }; theme?: 'light' | 'dark' },
): Promise<void> {
  if (look.viewport !== undefined) {
    const { width } = look.viewport;
    await page.setViewportSize(look.viewport);
    // A busy page may be asked before it has taken the new size over everywhere.
    await page.waitForFunction(
      (px) => window.innerWidth === px && matchMedia(`(width: ${px}px)`).matches,
      width,
    );
  }
  if (look.theme !== undefined) await page.emulateMedia({ colorScheme: look.theme });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Distance that the page can be scrolled sideways, in px. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}

/** First few elements that move on the page. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .slice(0, 5)
      .map(({ effect }) => {
        const element = effect instanceof KeyframeEffect ? effect.target : null;
        return element?.outerHTML.slice(0, 120) ?? 'something';
      }),
  );
}

/** Ids of the catalogue that are on the page because their text is missing. */
export function findBareIds(page: Page, ids: readonly string[]): Promise<string[]> {
  return page.evaluate((known) => {
    const words = new Set(document.body.innerText.split(/\s+/));
    return known.filter((id) => words.has(id));
  }, ids);
}

/** Buttons, fields and tabs that a thumb would miss: smaller than 44 px in one direction. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    for (const element of document.querySelectorAll(
      'button, select, summary, nav a, input:not([type=hidden])',
    )) {
      const { width, height } = element.getBoundingClientRect();
      // A link or button within a sentence is as high as its line; what is not drawn has no size.
      const isInText = element.parentElement?.tagName === 'P';
      if (width === 0 || isInText || element.closest('[data-base-ui-focus-guard], .sr-only') !== null)
        continue;
      if (element.getAttribute('type') === 'checkbox') continue;
      if (width < 43.5 || height < 43.5) small.push(`${element.outerHTML.slice(0, 120)} ${width}x${height}`);
    }
    return small;
  });
}
