// Goal: the browser's own ways work as in any app: Back closes a sheet, an address leads where it says, after a login too, a reload keeps
// the link of the mail, and a part that cannot be loaded takes no page with it.
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, withAppBrowser } from './app-browser.ts';
import { eventually, type RestClient } from './rest-client.ts';

const SLOW_MS = 300_000;
const app = withAppBrowser();
let alice: RestClient;

beforeAll(async () => {
  if (hasBrowser) alice = await app().user('alice');
});

describe('moving about', () => {
  it.runIf(hasBrowser)(
    'closes a sheet with Back, and opens it from its address',
    async () => {
      const page = await app().open({ token: alice.token });
      await page.goto(`${app().url}/home`);
      await page.getByRole('button', { name: 'Deposit', exact: true }).click();
      await page.getByRole('dialog', { name: 'Deposit USDT' }).waitFor();
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/home');
      await page.goto(`${app().url}/home?dialog=deposit`);
      await page.getByRole('dialog', { name: 'Deposit USDT' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await heading(page, 'Dashboard');
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'leads back to the page that was asked for after the login, and nowhere after logging out',
    async () => {
      const page = await app().open();
      const logIn = async (): Promise<void> => {
        await page.getByLabel('Email').fill('alice@example.org');
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
      };
      await page.goto(`${app().url}/history?type=deposit`);
      await logIn();
      await heading(page, 'All transactions');
      expect(new URL(page.url()).search).toBe('?type=deposit');
      await page.goto(`${app().url}/login`);
      await heading(page, 'Dashboard');
      await page.goto(`${app().url}/settings`);
      await page.getByRole('button', { name: 'Logout' }).click();
      await heading(page, 'Log in');
      await logIn();
      await heading(page, 'Dashboard');
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'keeps the link of a reset mail over a reload, and not in the address',
    async () => {
      const client = app().client();
      await client.post('/auth/request-password-reset', { email: 'alice@example.org' });
      const token = await eventually(async () => {
        const { body } = await client.get('/dev/mailbox', { to: 'alice@example.org' });
        return /reset-passord\/([\w-]+)/.exec(body.data[0]?.text ?? '')?.[1];
      });
      const page = await app().open();
      await page.goto(`${app().url}/reset-passord/${token}`);
      await page.getByLabel('New Password', { exact: true }).waitFor();
      expect(page.url()).toBe(`${app().url}/reset-password`);
      await page.reload();
      await page.getByLabel('New Password', { exact: true }).fill('battery staple horse');
      await page.getByLabel('Confirm Password', { exact: true }).fill('battery staple horse');
      await page.getByRole('button', { name: 'Set new password' }).click();
      await heading(page, 'Log in');
      const stranger = await app().open();
      await stranger.goto(`${app().url}/reset-password`);
      await stranger.getByText('Open the link in your mail again, or request a new one.').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'keeps the page when a dialog cannot be loaded without a network',
    async () => {
      const page = await app().open({ token: (await app().user('bob')).token });
      await page.route(/\/assets\/view-investments-/, (route) => route.abort('internetdisconnected'));
      await page.goto(`${app().url}/home`);
      await page.getByRole('button', { name: 'View Investments' }).click();
      const alert = page.getByRole('alert').filter({ hasText: /could not be shown/ });
      await alert.waitFor();
      await alert.getByRole('button', { name: 'Close' }).click();
      await alert.waitFor({ state: 'detached' });
      await heading(page, 'Dashboard');
    },
    SLOW_MS,
  );
});
