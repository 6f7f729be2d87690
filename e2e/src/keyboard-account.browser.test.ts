// Goal: a member filters the history, keeps a withdrawal allowlist, pays from a wallet of the browser, changes the address of the account and
// closes it with the keyboard alone. Method: the real program on a phone's screen; no click anywhere.
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, withAppBrowser } from './app-browser.ts';
import { investor } from './back-office.ts';
import { choose, pressOn, tabTo, typeDay, typeInto } from './keyboard.ts';
import { type RestClient, readOtp } from './rest-client.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SLOW_MS = 60_000;
/** A wallet that stands on the main network: reached by the keyboard, it must not send. */
const WALLET = `
  const provider = { request: async ({ method }) => (method === 'eth_chainId' ? '0x38' : ['${OUTSIDE}']) };
  window.addEventListener('eip6963:requestProvider', () => window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: '1', name: 'Test Wallet', icon: '', rdns: 'test' }, provider },
    })));
`;

const app = withAppBrowser();
let kay: RestClient;

beforeAll(async () => {
  if (!hasBrowser) return;
  await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '100' });
  kay = await investor(app(), 'kay');
});

async function download(page: Page, button: string): Promise<Buffer> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await pressOn(page, 'button', button);
  return readFileSync(await (await coming).path());
}

/** Fills the confirmation in and sends it by Enter. */
async function confirm(page: Page, password: string): Promise<void> {
  await typeInto(page, 'Your password, to confirm it', password);
  await page.keyboard.press('Enter');
}

describe('a member with the keyboard alone', () => {
  it.runIf(hasBrowser)(
    'filters the history, opens a row and comes back to it, and downloads a statement',
    async () => {
      const page = await app().open({ token: kay.token });
      await page.goto(`${app().url}/history`);
      await choose(page, 'Type', 'Deposit');
      await page.waitForURL(/type=deposit/);
      await page.getByText('1 transaction', { exact: true }).waitFor();
      await typeDay(page, 'From (UTC day)', '01012020');
      await page.waitForURL(/from=2020-01-01/);
      expect((await download(page, 'Download PDF')).subarray(0, 5).toString()).toBe('%PDF-');
      await pressOn(page, 'button', /^Deposit/);
      await page.getByRole('heading', { name: 'Deposit', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Deposit/);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'writes an address down, and lets withdrawals go to listed ones only',
    async () => {
      const page = await app().open({ token: kay.token });
      await page.goto(`${app().url}/settings?tab=security`);
      await typeInto(page, 'Address', OUTSIDE);
      await typeInto(page, 'Name', 'Mine');
      await confirm(page, PASSWORD);
      await page.getByText(/Mine · USDT · can be paid from/).waitFor();
      await typeInto(page, 'Your password, to change this', PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('The allowlist is on: withdrawals go to these addresses only.').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'comes to the wallet of the browser, and reads that nothing was sent on a main network',
    async () => {
      const page = await app().open({ token: kay.token });
      await page.addInitScript(WALLET);
      await page.goto(`${app().url}/home?dialog=deposit`);
      await page.getByText('Pay from a wallet').waitFor();
      await page.locator('summary', { hasText: 'Pay from a wallet' }).focus();
      await page.keyboard.press('Enter');
      await typeInto(page, 'Amount in USDT', '5');
      await pressOn(page, 'button', 'Send with Test Wallet');
      await page.getByText(/Nothing was sent/).waitFor();
      await tabTo(page, 'button', /^Switch the wallet to chain/);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'moves the account to another address, and closes an account that is empty',
    async () => {
      const { token } = await app().user('lee');
      const page = await app().open({ token });
      await page.goto(`${app().url}/settings`);
      await typeInto(page, 'New email', 'lee@elsewhere.example');
      await page.keyboard.press('Enter');
      await page.getByLabel('Code from the mail').waitFor();
      const code = await readOtp(app().client(), 'lee@elsewhere.example');
      await typeInto(page, 'Code from the mail', code);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Change the email' }).waitFor();
      await confirm(page, PASSWORD);
      await heading(page, 'Log in');
      await typeInto(page, 'Email', 'lee@elsewhere.example');
      await typeInto(page, 'Password', PASSWORD);
      await page.keyboard.press('Enter');
      await heading(page, 'Dashboard');
      await page.goto(`${app().url}/settings`);
      const data = JSON.parse((await download(page, 'Download your data')).toString());
      expect(data.account.email).toBe('lee@elsewhere.example');
      await pressOn(page, 'button', 'Close the account');
      await confirm(page, PASSWORD);
      await heading(page, 'Log in');
      const login = { email: 'lee@elsewhere.example', password: PASSWORD };
      expect((await app().client().post('/auth/login', login)).body.error.code).toBe('ACCOUNT_LOCKED');
    },
    SLOW_MS,
  );
});
