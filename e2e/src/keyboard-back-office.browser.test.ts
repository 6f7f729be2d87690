// Goal: an admin finds a user and a transaction, decides on a withdrawal, works with the staff, the announcement and the stop of payouts
// with the keyboard alone. Method: the real program; no click anywhere.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, withAppBrowser } from './app-browser.ts';
import { getToken, investor } from './back-office.ts';
import { choose, pressOn, typeDay, typeInto } from './keyboard.ts';
import { eventually, type RestClient } from './rest-client.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DESKTOP = { width: 1280, height: 900 };
const SLOW_MS = 60_000;

const app = withAppBrowser({ WITHDRAWAL_REVIEW_USDT: '1' });
let adminToken = '';
let mia: RestClient;

beforeAll(async () => {
  if (!hasBrowser) return;
  adminToken = await getToken(app(), 'admin@glasspool.test', app().server.output);
  await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '100' });
  mia = await investor(app(), 'mia');
});

async function openBackOffice(path: string): Promise<Page> {
  const page = await app().open({ token: adminToken, viewport: DESKTOP });
  await page.goto(`${app().url}/school${path}`);
  return page;
}

describe('an admin with the keyboard alone', () => {
  it.runIf(hasBrowser)(
    'finds a user by the menu and the search, locks the account, opens it again and writes a note',
    async () => {
      await app().user('olga');
      const page = await openBackOffice('');
      await heading(page, 'Admin Panel');
      await pressOn(page, 'link', 'Users and wallets');
      await heading(page, 'Users and wallets');
      await typeInto(page, 'Beginning of an email address or name, or an id', 'olga', 'searchbox');
      await page.keyboard.press('Enter');
      await page.waitForURL(/search=olga/);
      await pressOn(page, 'link', 'olga@example.org');
      await heading(page, 'olga@example.org');
      await typeInto(page, 'Reason', 'Lost her phone.');
      await pressOn(page, 'button', 'Lock the account');
      await page.getByText('Reason: Lost her phone.').waitFor();
      await typeInto(page, 'Reason', 'She is back.');
      await pressOn(page, 'button', 'Unlock the account');
      await page.getByRole('button', { name: 'Lock the account', exact: true }).waitFor();
      await typeInto(page, 'Note', 'Called about her phone.');
      await page.keyboard.press('Enter');
      await page.getByText('Note: Called about her phone.').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'narrows the history down by type, status, currency, day and text, and opens a row',
    async () => {
      const page = await openBackOffice('/transaction-history');
      await typeInto(page, 'Email, user, address, transaction hash or id', 'mia@example.org', 'searchbox');
      await page.keyboard.press('Enter');
      await page.waitForURL(/search=mia/);
      await pressOn(page, 'button', 'Deposit');
      await page.waitForURL(/type=deposit/);
      await choose(page, 'Status', 'Rejected');
      await page.getByText('Nothing matches this filter.').waitFor();
      await page.keyboard.press('Home');
      await page.waitForURL((url) => !url.searchParams.has('outcome'));
      await choose(page, 'Currency', 'USDT');
      await page.waitForURL(/currency=USDT/);
      await typeDay(page, 'From day (UTC)', '01012020');
      await page.waitForURL(/from=2020-01-01/);
      await pressOn(page, 'button', /^\d{2} [A-Z]/);
      await page.getByRole('dialog').getByText('mia@example.org').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'invites an auditor, makes the person an admin, and announces something',
    async () => {
      const page = await openBackOffice('/staff');
      await pressOn(page, 'button', 'Invite someone');
      await typeInto(page, 'Email', 'nora@example.org');
      await page.keyboard.press('Enter');
      await pressOn(page, 'button', 'Send the invitation');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await pressOn(page, 'button', 'Make an admin');
      await page.getByText('Auditor → Admin').waitFor();
      await typeInto(page, 'Reason', 'Takes over the night.');
      await pressOn(page, 'button', 'Change the role');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await typeInto(page, 'Text', 'Maintenance at noon.');
      await page.keyboard.press('Enter');
      await page.getByRole('complementary', { name: 'Announcement' }).waitFor();
      await pressOn(page, 'button', 'End the announcement');
      await page.getByText('There is no announcement.').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'rejects a withdrawal with a reason, and stops all payouts',
    async () => {
      await app().client().post('/dev/clock/advance', { hours: 24 });
      await eventually(
        async () =>
          (await mia.post('/withdraw', { currency: 'USDT', amount: '1.5', receiverAddress: OUTSIDE }))
            .status === 200,
      );
      const page = await openBackOffice('');
      await typeInto(page, 'Reason, when rejecting (shown to the user)', 'Ask her first.');
      await pressOn(page, 'button', 'Reject');
      await page.getByText('Rejected.').waitFor();
      await pressOn(page, 'button', 'Stop all payouts');
      await page.keyboard.type('A drill.');
      await page.getByRole('button', { name: 'Stop payouts now', disabled: false }).waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByText(/A drill\./)
        .first()
        .waitFor();
      const login = { email: 'mia@example.org', password: PASSWORD };
      expect((await app().client().post('/auth/login', login)).status).toBe(200);
    },
    SLOW_MS,
  );
});
