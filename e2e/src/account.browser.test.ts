// Goal: a member moves an account to another address, downloads what is kept about them and a statement, and closes the account once it is
// empty, all on the screens. Method: the real program and its mails, in a browser.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, sendUsdt, withAppBrowser } from './app-browser.ts';
import { eventually, readOtp } from './rest-client.ts';

const SLOW_MS = 60_000;
const app = withAppBrowser();

async function logIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
  await heading(page, 'Dashboard');
}

it.runIf(hasBrowser)(
  'moves an account to an address whose code was entered, and its owner logs in with that',
  async () => {
    const { token } = await app().user('gina');
    const page = await app().open({ token });
    await page.goto(`${app().url}/settings`);
    await page.getByLabel('New email').fill('gina@elsewhere.example');
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByLabel('Code from the mail').fill('000000');
    await page.getByRole('button', { name: 'Check the code' }).click();
    await page.getByText('This code is wrong, has expired, or a newer one was sent.').waitFor();
    await page.getByLabel('Code from the mail').fill(await readOtp(app().client(), 'gina@elsewhere.example'));
    await page.getByRole('button', { name: 'Check the code' }).click();
    const password = page.getByLabel('Your password, to confirm it', { exact: true });
    await password.fill('wrong');
    await page.getByRole('button', { name: 'Change the email' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the email' }).click();
    await heading(page, 'Log in');
    await logIn(page, 'gina@elsewhere.example');
    const old = { email: 'gina@example.org', password: PASSWORD };
    expect((await app().client().post('/auth/login', old)).status).toBe(401);
  },
  SLOW_MS,
);

it.runIf(hasBrowser)(
  'keeps an account with something in it, and closes an empty one, whose files are downloaded before',
  async () => {
    const full = await app().user('hank');
    await sendUsdt(full, '60');
    await eventually(
      async () => (await full.get('/get-wallet')).body.data.wallets[1].balance === '60.000000',
    );
    const close = async (page: Page): Promise<void> => {
      await page.goto(`${app().url}/settings`);
      await page.getByRole('button', { name: 'Close the account' }).click();
      await page.getByLabel('Your password, to confirm it', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Close it now' }).click();
    };
    const page = await app().open({ token: full.token });
    await close(page);
    await page.getByText(/^This account is not empty, or something is still in flight/).waitFor();

    const { token } = await app().user('iris');
    const other = await app().open({ token });
    await other.goto(`${app().url}/settings`);
    const saving = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Download your data' }).click();
    const data = JSON.parse(readFileSync(await (await saving).path(), 'utf8'));
    expect(data.account.email).toBe('iris@example.org');
    await other.goto(`${app().url}/history`);
    const drawing = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Download PDF' }).click();
    const pdf = readFileSync(await (await drawing).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await close(other);
    await heading(other, 'Log in');
    const login = { email: 'iris@example.org', password: PASSWORD };
    expect((await app().client().post('/auth/login', login)).body.error.code).toBe('ACCOUNT_LOCKED');
  },
  SLOW_MS,
);
