// Goal: no one gets into the back office without what guards it, and it fits the screen that it is on. Method: the real program with
// two-factor authentication switched on, an authenticator app made of the same standard (RFC 6238), and a browser.
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';
import { readAdminPassword } from './running-server.ts';

const EMAIL = 'admin@glasspool.test';
const DESKTOP = { width: 1280, height: 900 };
const SLOW_MS = 600_000;
const STEP_S = 30;

const app = withAppBrowser({ ADMIN_2FA: 'on' });
const state: { recoveryCodes: string[]; secret: string } = { recoveryCodes: [], secret: '' };

/** Code that the app shows now, or will show some steps later; later ones are accepted too. */
function codeOfApp(stepsAhead: number): Promise<string> {
  return generate({ secret: state.secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * STEP_S });
}

/** Password that the program printed when it created the first admin. */
const adminPassword = (): string => readAdminPassword(app().server.output);

async function logIn(page: Page): Promise<void> {
  await page.goto(`${app().url}/login`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword());
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
}

async function logInWithCode(page: Page, code: string): Promise<void> {
  await logIn(page);
  await page.getByLabel('Code of your app, or a recovery code').fill(code);
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click();
}

describe('the back office', () => {
  it.runIf(hasBrowser)(
    'opens only once two-factor authentication is set up',
    async () => {
      const page = await app().open({ viewport: DESKTOP });
      await logIn(page);
      await heading(page, 'Profile');
      await page
        .getByText('Set up two-factor authentication. The back office stays closed until then.')
        .waitFor();
      await page.goto(`${app().url}/school/users-wallet`);
      await heading(page, 'Profile');
      const card = page.getByRole('region', { name: 'Two-factor' });
      await card.getByLabel('Your password', { exact: true }).fill(adminPassword());
      await page.getByRole('button', { name: 'Set up an app' }).click();
      state.secret = (await page.locator('main code').first().textContent()) ?? '';
      await page.getByLabel('Code of the app').fill('000000');
      await page.getByRole('button', { name: 'Turn it on' }).click();
      await page.getByText('This code is wrong or was already used.').waitFor();
      await page.getByLabel('Code of the app').fill(await codeOfApp(0));
      await page.getByRole('button', { name: 'Turn it on' }).click();
      await page.getByText('Keep these recovery codes').waitFor();
      state.recoveryCodes = await page.locator('ul.font-mono li').allTextContents();
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await page.getByText('Two-factor authentication is on. 10 recovery codes are left.').waitFor();
      await page.getByRole('link', { name: 'Users and wallets' }).click();
      await heading(page, 'Users and wallets');
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'asks for the code after the password; a recovery code stands in for it once',
    async () => {
      const page = await app().open({ viewport: DESKTOP });
      await logInWithCode(page, await codeOfApp(1));
      await heading(page, 'Admin Panel');
      const other = await app().open({ viewport: DESKTOP });
      await logInWithCode(other, state.recoveryCodes[0] ?? '');
      await heading(other, 'Admin Panel');
      const third = await app().open({ viewport: DESKTOP });
      await logInWithCode(third, state.recoveryCodes[0] ?? '');
      await third.getByText('This code is wrong or was already used.').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'hides amounts, collapses its menu, and has it in a sheet on a phone',
    async () => {
      const page = await app().open({ viewport: DESKTOP });
      await logInWithCode(page, state.recoveryCodes[1] ?? '');
      const hide = page.getByRole('button', { name: 'Hide amounts' });
      await hide.click();
      expect(await hide.getAttribute('aria-pressed')).toBe('true');
      expect(await page.getByText('hidden', { exact: true }).count()).toBe(3);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Users and wallets' }).waitFor({ state: 'hidden' });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.reload();
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Users and wallets' }).click();
      await heading(page, 'Users and wallets');
      expect(await page.getByRole('dialog').count()).toBe(0);
    },
    SLOW_MS,
  );
});
