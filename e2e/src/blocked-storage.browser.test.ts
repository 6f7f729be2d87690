// Goal: a browser that blocks all cookies, and with them every storage, shows every page, says what that means, and lets a person sign up,
// deposit and withdraw. Method: what Chromium does under that setting, done by a script in each page and a filter of the answers, for the
// headless Chromium of the tests has no settings; the real program.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';
import { readDepositAddress, signUpOnScreen, withdrawOnScreen } from './screens.ts';

const PAYEE = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
const NOTICE = 'This browser stores nothing for this page';
const app = withAppBrowser();

/** Each use of a storage is an exception, no worker can be registered, and no cookie is kept. */
const BLOCK = `
  const refuse = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, { get: refuse });
  Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
  ServiceWorkerContainer.prototype.register = async () => refuse();
`;

async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(`{ ${BLOCK} }`);
  await page.route(
    (url) => /^\/(api|trpc)/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const { 'set-cookie': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    },
  );
}

describe.runIf(hasBrowser)('a browser that blocks all cookies', () => {
  it('shows the public pages, and carries a sign-up, a deposit and a withdrawal', async () => {
    const page = await app().open({ viewport: { width: 390, height: 844 } });
    await blockStorage(page);
    for (const path of ['/', '/transparency', '/login', '/signup', '/lab/time']) {
      await page.goto(`${app().url}${path}`);
      await page.getByText(NOTICE).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const refused = await page.evaluate(() => {
      try {
        return localStorage.length;
      } catch (error) {
        return Object(error).name;
      }
    });
    expect(refused).toBe('SecurityError');
    await signUpOnScreen(page, app().url, 'blocked@example.org');
    await page.getByText(NOTICE).waitFor();
    const address = await readDepositAddress(page, 'USDT');
    await app().client().post('/dev/faucet', { address, currency: 'USDT', amount: '20' });
    await page.keyboard.press('Escape');
    await page.getByTestId('wallet-USDT').getByText('20.000').waitFor();
    await page.getByRole('button', { name: /withdraw USDT instead/i }).click();
    await page.getByRole('button', { name: 'Make it withdrawable' }).click();
    await page.getByTestId('withdrawable-USDT').getByText('20.000').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await withdrawOnScreen(page, { currency: 'USDT', address: PAYEE, amount: '5' });
    await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
    await heading(page, 'Settings');
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    // As the notice says.
    await page.reload();
    await heading(page, 'Log in');
  });
});
