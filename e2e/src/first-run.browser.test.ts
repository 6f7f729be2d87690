// Goal: a newcomer gets from `npm start` to a first credited deposit with nothing but the screen, in five presses and four fields at most,
// and sees days pass in words. Method: the real program and a browser; every press and every field is counted where it is made.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, withAppBrowser } from './app-browser.ts';
import { signUpOnScreen } from './screens.ts';

const CLICKS_MAX = 5;
const FIELDS_MAX = 4;
const app = withAppBrowser();

/** Counts the presses and the fields of a newcomer. Everything else in a test only looks at the page. */
class Newcomer {
  readonly #page: Page;
  clicks = 0;
  fields = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(role: 'link' | 'button', name: string): Promise<void> {
    this.clicks += 1;
    await this.#page.getByRole(role, { name, exact: true }).first().click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.fields += 1;
    await this.#page.getByLabel(label, { exact: true }).fill(text);
  }
}

describe.runIf(hasBrowser)('a newcomer', () => {
  it('gets to a credited deposit in five presses and four fields, with no other document', async () => {
    const page = await app().open({ viewport: { width: 1280, height: 800 } });
    const newcomer = new Newcomer(page);
    await page.goto(app().url);
    await newcomer.press('link', 'SIGN UP');
    await heading(page, 'Create Account');
    await newcomer.fill('Email', 'newcomer@example.org');
    await newcomer.press('button', 'Send OTP');
    // The code stands on the step itself.
    const code = page.getByRole('region', { name: 'Your code' }).getByText(/^\d{6}$/);
    await newcomer.fill('OTP', (await code.textContent()) ?? '');
    await heading(page, 'Set Password');
    await newcomer.fill('Password', PASSWORD);
    await newcomer.press('button', 'Complete Signup');
    await heading(page, 'Dashboard');
    await newcomer.press('button', 'Deposit');
    await newcomer.press('button', 'Get 1,000 test USDT');
    await page.getByText('Credited').first().waitFor();
    await page
      .getByText(/1,000\.000 USDT/)
      .first()
      .waitFor();
    expect(newcomer.clicks).toBeLessThanOrEqual(CLICKS_MAX);
    expect(newcomer.fields).toBeLessThanOrEqual(FIELDS_MAX);
  });

  it('moves the clock from any page, and reads what became of it', async () => {
    const page = await app().open({ viewport: { width: 1280, height: 800 } });
    await signUpOnScreen(page, app().url, 'mover@example.org');
    const bar = page.getByRole('region', { name: 'Local network' });
    for (const path of ['/', '/transparency', '/login', '/home', '/settings']) {
      await page.goto(`${app().url}${path}`);
      await bar.getByRole('button', { name: 'Advance 1 day' }).waitFor();
    }
    const getDay = async (): Promise<number> =>
      (await (await fetch(`${app().url}/api/dev/clock`)).json()).now / 86_400_000;
    const before = await getDay();
    await page.goto(app().url);
    await bar.getByRole('button', { name: '7 days' }).click();
    await bar.getByText('7 days have passed. No rewards were due.').waitFor();
    expect((await getDay()) - before).toBeGreaterThan(6.99);
    expect((await getDay()) - before).toBeLessThan(7.01);
  });

  it('sees what rewards were paid, what the reserve did not hold, and what unlocked', async () => {
    const alice = await app().user('alice');
    const { body } = await alice.get('/get-wallet');
    await alice.post('/dev/faucet', {
      address: body.data.wallets[1].address,
      currency: 'USDT',
      amount: '100',
    });
    const page = await app().open({ viewport: { width: 1280, height: 800 }, token: alice.token });
    await page.goto(`${app().url}/home`);
    await page.getByTestId('wallet-USDT').getByText('100.000').waitFor();
    await alice.post('/transfer/invest', { currency: 'USDT' });
    await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '5' });
    const bar = page.getByRole('region', { name: 'Local network' });
    await bar.getByRole('button', { name: 'Advance 1 day' }).click();
    await bar.getByText('1 day has passed. 2.000 USDT of rewards were paid, all that was due.').waitFor();
    // The page beside the bar was read again.
    await page.getByTestId('withdrawable-USDT').getByText('2.000').waitFor();
    await bar.getByRole('button', { name: '30 days' }).click();
    await bar
      .getByText(
        /30 days have passed\. 3\.000 USDT of rewards were paid of \d+\.000 USDT due: the reserve did not hold more\. 1 investment unlocked\./,
      )
      .waitFor();
  });

  it('reads every mail that was sent, or those to one address', async () => {
    const reader = await app().user('reader');
    await app().user('other');
    const page = await app().open();
    await reader.post('/auth/request-password-reset', { email: 'reader@example.org' });
    await page.goto(`${app().url}/dev/mail`);
    await page
      .getByText(/^reader@example\.org, /)
      .first()
      .waitFor();
    await page
      .getByText(/^other@example\.org, /)
      .first()
      .waitFor();
    await page.getByText(/reset-passord/).waitFor();
    await page.getByLabel('Only mail to this email address').fill('other@example.org');
    await page
      .getByText(/^reader@example\.org, /)
      .first()
      .waitFor({ state: 'detached' });
    await page
      .getByText(/^other@example\.org, /)
      .first()
      .waitFor();
  });
});
