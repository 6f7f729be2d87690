// Goal: a person adds, uses, loses and removes passkeys in a browser, and an admin confirms with one. Method: the real program and
// Chromium's virtual authenticators, of both kinds of attestation that authenticators give.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, withAppBrowser } from './app-browser.ts';
import { readHotWallet } from './back-office.ts';
import { readAdminPassword } from './running-server.ts';
import { VirtualAuthenticator } from './virtual-authenticator.ts';

const SLOW_MS = 600_000;
const DESKTOP = { width: 1280, height: 900 };
const app = withAppBrowser();

const getPasskeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** A signed-in page of a new user, at the settings, with an authenticator. */
async function openSettings(name: string, kind: Parameters<typeof VirtualAuthenticator.plugIn>[1]) {
  const { token } = await app().user(name);
  const page = await app().open({ token });
  const authenticator = await VirtualAuthenticator.plugIn(page, kind);
  await page.goto(`${app().url}/settings?tab=security`);
  return { page, authenticator };
}

/** Adds a passkey, and returns the recovery codes that the first one brings. */
async function addPasskey(page: Page, { name, password = PASSWORD }: { name: string; password?: string }) {
  const card = getPasskeys(page);
  await card.getByLabel('Name, such as the device it is on').fill(name);
  await card.getByLabel('Your password', { exact: true }).fill(password);
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByText('Keep these recovery codes').waitFor();
  const codes = await card.locator('ul.font-mono li').allTextContents();
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await card.getByText('Not used yet').waitFor();
  return codes;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
}

/** Has the server's question ask for an attestation, as a page may; the answer is verified as any other. */
async function askForAttestation(page: Page): Promise<void> {
  await page.route('**/trpc/passkeys.beginPasskey*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"attestation":"none"', '"attestation":"direct"');
    await route.fulfill({ response: answer, body });
  });
}

describe('a passkey', () => {
  it.runIf(hasBrowser)(
    'logs in without a password, and not another person at the same device',
    async () => {
      const { page, authenticator } = await openSettings('pia', 'device');
      expect(await addPasskey(page, { name: 'Laptop' })).toHaveLength(10);
      await logOut(page);
      await authenticator.setOwnerPresent(false);
      await page.getByRole('button', { name: 'Log in with a passkey' }).click();
      await page.getByText('No passkey was used.').waitFor();
      await authenticator.setOwnerPresent(true);
      await page.getByRole('button', { name: 'Log in with a passkey' }).click();
      await heading(page, 'Dashboard');
      await page.goto(`${app().url}/settings?tab=security`);
      const card = getPasskeys(page);
      await card.getByText('Last used').waitFor();
      await card.getByRole('button', { name: 'New recovery codes' }).click();
      await card.getByText('Keep these recovery codes').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser).each([
    ["a security key with its maker's attestation", 'key'],
    ["a plain security key with its maker's attestation", 'plain key'],
  ] as const)(
    'is on %s the second step after the password',
    async (_name, kind) => {
      const name = kind.replace(' ', '-');
      const { page } = await openSettings(name, kind);
      await askForAttestation(page);
      await addPasskey(page, { name: 'Key' });
      await logOut(page);
      await enterPassword(page, `${name}@example.org`);
      await page.getByLabel('Code of your app, or a recovery code').waitFor();
      await page.getByRole('button', { name: 'Use your passkey' }).click();
      await heading(page, 'Dashboard');
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'is refused when it was copied; a recovery code lets its owner in, and removes it',
    async () => {
      const { page, authenticator } = await openSettings('carla', 'device');
      const codes = await addPasskey(page, { name: 'Old phone' });
      await logOut(page);
      await page.getByRole('button', { name: 'Log in with a passkey' }).click();
      await heading(page, 'Dashboard');
      await page.goto(`${app().url}/settings`);
      await logOut(page);
      await authenticator.copyFromBefore();
      await page.getByRole('button', { name: 'Log in with a passkey' }).click();
      await page.getByText('went backwards, as that of a copy does').waitFor();
      await enterPassword(page, 'carla@example.org');
      await page.getByLabel('Code of your app, or a recovery code').fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
      await heading(page, 'Dashboard');
      await page.goto(`${app().url}/settings?tab=security`);
      const card = getPasskeys(page);
      await card.getByText('Refused: its counter went backwards').waitFor();
      await card.getByRole('button', { name: 'Remove: Old phone' }).click();
      await card.getByLabel('Code of your app, or a recovery code').fill(codes[1] ?? '');
      await card.getByRole('button', { name: 'Remove', exact: true }).click();
      await card.getByRole('button', { name: 'Remove: Old phone' }).waitFor({ state: 'detached' });
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'confirms for an admin that money moves, in the place of a code',
    async () => {
      const password = readAdminPassword(app().server.output);
      const page = await app().open({ viewport: DESKTOP });
      await VirtualAuthenticator.plugIn(page, 'device');
      await page.goto(`${app().url}/login`);
      await page.getByLabel('Email').fill('admin@glasspool.test');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
      await heading(page, 'Admin Panel');
      await page.goto(`${app().url}/school/profile`);
      await addPasskey(page, { name: 'Office', password });
      const { addresses } = await readHotWallet(page, app().url);
      await app().client().post('/dev/faucet', { address: addresses[0], currency: 'USDT', amount: '50' });
      await page.goto(`${app().url}/school/reserve`);
      const card = page.getByRole('region', { name: 'Fund the reserve' });
      await page.getByText('50.0000 USDT').first().waitFor();
      await card.getByLabel('Amount in USDT').fill('1');
      await card.getByRole('button', { name: 'Review' }).click();
      await card.getByText('1.0000 USDT moves from your own funds').waitFor();
      await card.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('The reserve is funded.').first().waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'is not offered where the page was opened by a network address, which leads to the name',
    async () => {
      const { token } = await app().user('ivan');
      const page = await app().open({ token });
      const { port } = new URL(app().url);
      await page.goto(`http://127.0.0.1:${port}/settings?tab=security`);
      const card = getPasskeys(page);
      await card.getByText('Passkeys belong to a host name').waitFor();
      const link = card.getByRole('link', { name: `Open localhost:${port}` });
      expect(await link.getAttribute('href')).toBe(`http://localhost:${port}/settings?tab=security`);
    },
    SLOW_MS,
  );
});
