// Goal: the staff finds a user and works with the account, lets others in and out, and announces something to all. Method: the real
// program and its mails, in a browser.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, withAppBrowser } from './app-browser.ts';
import { getToken } from './back-office.ts';
import { eventually } from './rest-client.ts';

const DESKTOP = { width: 1280, height: 900 };
const SLOW_MS = 600_000;

const app = withAppBrowser();
let adminToken = '';

function open(): Promise<Page> {
  return app().open({ token: adminToken, viewport: DESKTOP });
}

beforeAll(async () => {
  if (hasBrowser) adminToken = await getToken(app(), 'admin@glasspool.test', app().server.output);
});

describe('the staff', () => {
  it.runIf(hasBrowser)(
    'finds a user, locks the account with a reason, and opens it again',
    async () => {
      const user = await app().user('carol');
      const page = await open();
      await page.goto(`${app().url}/school/users-wallet`);
      await page.getByLabel(/^Beginning of an email address/).fill('CAROL');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/search=CAROL/);
      await page.getByRole('link', { name: 'carol@example.org' }).click();
      await heading(page, 'carol@example.org');
      const actions = page.getByRole('region', { name: 'Actions' });
      await actions.getByRole('button', { name: 'Lock the account', exact: true }).click();
      await actions.getByText('Write down why.').waitFor();
      await actions.getByLabel('Reason').fill('Lost her phone.');
      await actions.getByRole('button', { name: 'Lock the account', exact: true }).click();
      await page.getByText('Reason: Lost her phone.').waitFor();
      expect((await user.get('/auth/me')).status).toBe(401);
      const login = { email: 'carol@example.org', password: PASSWORD };
      expect((await app().client().post('/auth/login', login)).body.error.code).toBe('ACCOUNT_LOCKED');
      await actions.getByLabel('Reason').fill('She is back.');
      await actions.getByRole('button', { name: 'Unlock the account' }).click();
      await actions.getByRole('button', { name: 'Lock the account', exact: true }).waitFor();
      expect((await app().client().post('/auth/login', login)).status).toBe(200);
      await page.getByLabel('Note', { exact: true }).fill('Called about her phone.');
      await page.getByRole('button', { name: 'Add the note' }).click();
      const log = page.getByRole('region', { name: 'Notes and actions' });
      await log.getByText('Note: Called about her phone.').waitFor();
      expect(await log.locator('tbody tr').count()).toBe(3);
      await page.getByRole('link', { name: 'Show in the transaction history' }).click();
      await heading(page, 'Transaction history');
      await page.getByText('Nothing matches this filter.').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'invites an auditor who logs in by the link of the mail, and makes the person an admin with a reason',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school/staff`);
      await page.getByRole('button', { name: 'Invite someone' }).click();
      await page.getByLabel('Email', { exact: true }).fill('dora@example.org');
      await page.getByRole('button', { name: 'Review' }).click();
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await page
        .getByRole('row', { name: /dora@example.org/ })
        .getByText('Invited, never logged in')
        .waitFor();
      const mails = async () => (await app().client().get('/dev/mailbox', { to: 'dora@example.org' })).body;
      await eventually(async () => JSON.stringify(await mails()).includes('reset-passord'));
      const token = /reset-passord\/([\w-]+)/.exec(JSON.stringify(await mails()))?.[1];
      const newPassword = 'one long new password';
      await app().client().post('/auth/reset-password', { token, newPassword });
      const login = { email: 'dora@example.org', password: newPassword };
      expect((await app().client().post('/auth/login', login)).status).toBe(200);
      await page.reload();
      await page
        .getByRole('row', { name: /dora@example.org/ })
        .getByRole('button', { name: 'Make an admin' })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Auditor → Admin').waitFor();
      await dialog.getByLabel('Reason').fill('Takes over the night.');
      await dialog.getByRole('button', { name: 'Change the role' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByRole('row', { name: /dora@example.org/ })
        .getByRole('button', { name: 'Make an auditor' })
        .waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'announces something to visitors and members until it is ended',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school/staff`);
      await page.getByLabel('Text').fill('Maintenance at noon.');
      await page.getByRole('button', { name: 'Show on every page' }).click();
      await page
        .getByRole('complementary', { name: 'Announcement' })
        .getByText('Maintenance at noon.')
        .waitFor();
      const visitor = await app().open();
      for (const path of ['/', '/transparency', '/login']) {
        await visitor.goto(`${app().url}${path}`);
        await visitor.getByText('Maintenance at noon.').waitFor();
      }
      await page.getByRole('button', { name: 'End the announcement' }).click();
      await page.getByText('There is no announcement.').waitFor();
      await visitor.reload();
      await visitor.getByRole('button', { name: 'SIGN IN', exact: true }).waitFor();
      expect(await visitor.getByText('Maintenance at noon.').count()).toBe(0);
    },
    SLOW_MS,
  );
});
