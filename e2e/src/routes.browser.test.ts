// Goal: every page ends where it should for visitors without access: no token, a token that is over, another role, a page
// that does not exist. Method: the real program and a browser.
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';
import { readAdminPassword } from './running-server.ts';

const app = withAppBrowser();

describe.runIf(hasBrowser)('the guard', () => {
  const payload = (claims: object): string =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  const expired = payload({ exp: 1, email: 'a@b.co', roles: ['user'] });

  it.each(['/home', '/network', '/support', '/settings', '/school'])(
    'sends visitors without a token from %s to the login, without a way back',
    async (path) => {
      const page = await app().open();
      await page.goto(`${app().url}/login`);
      await page.goto(`${app().url}${path}`);
      await heading(page, 'Log in');
      expect(new URL(page.url()).pathname).toBe('/login');
      await page.goBack();
      expect(new URL(page.url()).pathname).toBe('/login');
    },
  );

  it.each([
    ['expired', expired],
    ['unreadable', 'nonsense'],
  ])('says that a session with an %s token is over, and clears it', async (_name, token) => {
    const page = await app().open({ token });
    await page.goto(`${app().url}/home`);
    await heading(page, 'Log in');
    await page.getByText('Session expired. Please login again.').first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  });

  it('says the same of a token that the server does not know any more', async () => {
    const client = await app().user('ended');
    const page = await app().open({ token: client.token });
    await page.goto(`${app().url}/home`);
    await heading(page, 'Dashboard');
    await client.post('/auth/logout');
    await page.reload();
    await heading(page, 'Log in');
    await page.getByText('Session expired. Please login again.').first().waitFor();
  });

  it('sends a user from the back office to the 403 page', async () => {
    const page = await app().open({ token: (await app().user('curious')).token });
    await page.goto(`${app().url}/school`);
    await heading(page, '403 - Unauthorized');
    await page.getByText("You don't have permission to view this page.").waitFor();
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await heading(page, 'Dashboard');
  });

  it('lets an admin into the back office, straight from the login', async () => {
    const page = await app().open();
    await page.goto(`${app().url}/login`);
    await page.getByLabel('Email', { exact: true }).fill('admin@glasspool.test');
    const password = readAdminPassword(app().server.output);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'SIGN IN' }).click();
    await heading(page, 'Admin Panel');
    expect(new URL(page.url()).pathname).toBe('/school');
  });

  it.each(['/reset-passord/abc', '/reset-password/abc'])('knows both spellings: %s', async (path) => {
    const page = await app().open();
    await page.goto(`${app().url}${path}`);
    await heading(page, 'Reset password');
  });

  it('says that a page is not there', async () => {
    const page = await app().open();
    await page.goto(`${app().url}/no/such/page`);
    await heading(page, 'Page not found');
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await heading(page, 'A pool you can see through.');
  });
});
