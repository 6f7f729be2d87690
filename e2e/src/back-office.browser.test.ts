// Goal: the people who run a pool do all of their work on the screens. Method: the real program, the admin of its first start, a
// second one, an auditor, and users; every page of the back office is worked with as its people would.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';
import { fundReserve, getToken, investor, makeAuditor, readHotWallet } from './back-office.ts';
import { pressOn, typeInto } from './keyboard.ts';
import { eventually } from './rest-client.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DESKTOP = { width: 1280, height: 900 };
const SLOW_MS = 600_000;

const app = withAppBrowser({ WITHDRAWAL_REVIEW_USDT: '1.9', OPERATOR_REVIEW_USDT: '20' });
let adminToken = '';
let auditorToken = '';

function open(token = adminToken): Promise<Page> {
  return app().open({ token, viewport: DESKTOP });
}

beforeAll(async () => {
  if (!hasBrowser) return;
  const { server } = app();
  adminToken = await getToken(app(), 'admin@glasspool.test', server.output);
  await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
  const made = await makeAuditor(server, 'auditor@example.org');
  auditorToken = await getToken(app(), 'auditor@example.org', made);
});

describe('the back office', () => {
  it.runIf(hasBrowser)(
    'funds the reserve and shows its new runway',
    async () => {
      await investor(app(), 'alice');
      const page = await open();
      const { addresses } = await readHotWallet(page, app().url);
      await app().client().post('/dev/faucet', { address: addresses[0], currency: 'USDT', amount: '50' });
      await page.goto(`${app().url}/school/reserve`);
      await heading(page, 'Reward reserve and terms');
      await page.getByText('50.0000 USDT').first().waitFor();
      await fundReserve(page, '60');
      await page.getByText('Only 50.000000 USDT of the operator’s own funds is available.').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await fundReserve(page, '30', ['500 days → 515 days', '50.0000 USDT → 20.0000 USDT']);
      // The review shows the same figures before anything is sent.
      await page.getByText('The reserve is funded.').first().waitFor();
      await page.getByText('1,030.0000 USDT', { exact: true }).first().waitFor();
      await page.getByText('515 days').first().waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'publishes terms that hold from a later time',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school/reserve`);
      await page.getByLabel('Target rate, % a day').fill('101');
      await page.getByRole('button', { name: 'Review the changes' }).click();
      await page.getByText('The target rate is from 0 to 5 % a day.').waitFor();
      await page.getByLabel('Target rate, % a day').fill('1.5');
      await page.getByRole('button', { name: 'Review the changes' }).click();
      const change = page.getByRole('row').filter({ hasText: 'Target rate' }).first();
      expect(await change.innerText()).toMatch(/\b2 %\s+1\.5 %/);
      await page.getByRole('button', { name: 'Publish the terms' }).click();
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
      await page.getByText('1.5 %').first().waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'sweeps the deposit addresses, with cost before and progress after',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school`);
      await page.getByRole('button', { name: 'Withdraw All Pending Deposit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('USDT: addresses').waitFor();
      await dialog.getByText(/^at most 0\.\d+ BNB$/).waitFor();
      await dialog.getByRole('button', { name: 'Start' }).click();
      await dialog.getByText('Done. Every address was swept, or skipped with a reason.').waitFor();
      await dialog.getByText('1 of 1 addresses').waitFor();
      await dialog.getByRole('link', { name: 'Address by address' }).click();
      await heading(page, 'Sweep');
      await page.getByRole('cell', { name: 'swept' }).waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'takes no more out of the hot wallet than is no one else’s',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school`);
      await page.getByRole('button', { name: 'USDT Withdraw' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Destination address').fill(OUTSIDE);
      await dialog.getByLabel('Amount in USDT').fill('20.000001');
      await dialog.getByRole('button', { name: 'Review' }).click();
      await dialog.getByRole('button', { name: /^Send / }).click();
      await dialog
        .getByText('The pool has 1150.000000 USDT, of which 1130.000000 USDT covers liabilities')
        .waitFor();
      await dialog.getByLabel('Amount in USDT').fill('5');
      await dialog.getByText('20.0000 USDT → 15.0000 USDT').waitFor();
      await dialog.getByRole('button', { name: 'Review' }).click();
      expect(await dialog.getByTestId('address').innerText()).toBe(OUTSIDE);
      await dialog.getByRole('button', { name: /^Send / }).click();
      await dialog.getByText('The withdrawal is on its way.').waitFor();
      await eventually(
        async () =>
          (await app().client().get('/dev/balance', { address: OUTSIDE, currency: 'USDT' })).body.balance ===
          '5.000000000000000000',
      );
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'holds a large hot wallet withdrawal for another admin',
    async () => {
      const page = await open();
      const { addresses } = await readHotWallet(page, app().url);
      const request = { address: addresses[0], currency: 'USDT', amount: '40' };
      const { status, body } = await app().client().post('/dev/faucet', request);
      expect([status, body]).toMatchObject([200, {}]);
      await page.goto(`${app().url}/school`);
      await page.getByText('55.0000 USDT').first().waitFor();
      await page.getByRole('button', { name: 'USDT Withdraw' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Destination address').fill(OUTSIDE);
      await dialog.getByLabel('Amount in USDT').fill('16');
      await dialog.getByRole('button', { name: 'Review' }).click();
      await dialog.getByRole('button', { name: /^Send / }).click();
      await dialog.getByText('another admin has to approve it').waitFor();
      await page.getByText('You requested this yourself, so another admin decides.').waitFor();
      await page.getByRole('button', { name: /^Notices: [1-9]/ }).waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'rejects a withdrawal with a reason that the user reads, and approves another',
    async () => {
      const user = await investor(app(), 'bob');
      await user.post('/dev/clock/advance', { hours: 24 });
      await user.post('/withdraw', { address: OUTSIDE, amount: '2', currency: 'USDT' });
      const page = await open();
      await page.goto(`${app().url}/school`);
      const item = page.getByRole('listitem').filter({ hasText: 'bob@example.org' });
      await item.getByRole('button', { name: 'Reject' }).click();
      await item.getByText('Tell the user why.').waitFor();
      await item.getByLabel('Reason, when rejecting (shown to the user)').fill('This address is on a list.');
      await item.getByRole('button', { name: 'Reject' }).click();
      await item.getByText('Rejected.').waitFor();
      const { body } = await user.get('/transactions/user-transactions');
      const told = { type: 'withdrawal', status: 'rejected', reason: 'This address is on a list.' };
      expect(body.data[0]).toMatchObject(told);
      await user.post('/withdraw', { address: OUTSIDE, amount: '2', currency: 'USDT' });
      await page.reload();
      await item.getByRole('button', { name: 'Approve' }).click();
      await item.getByText('This sends 2.000 USDT to the address that ends in 1BeAed.').waitFor();
      await item.getByRole('button', { name: 'Approve 2.000 USDT' }).click();
      await item.getByText('Approved.').waitFor();
      await eventually(
        async () => (await user.get('/transactions/user-transactions')).body.data[0].status === 'success',
      );
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'filters and pages the history in the address, opens a row, and exports the filter',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school/transaction-history?page=2`);
      await page.getByText(/^Page 2 of/).waitFor();
      await page.getByRole('button', { name: 'Withdrawal', exact: true }).click();
      await page.waitForURL(/\?type=withdrawal$/);
      await page.getByText('Page 1 of 1').waitFor();
      expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const csv = readFileSync(await (await saving).path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(csv.length - 1).toBe(await page.locator('tbody tr').count());
      await page.locator('tbody button').last().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^operator-withdrawal\/wdr_\w+\/confirm$/).waitFor();
      await dialog.getByText('−5.000000 USDT').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'finds a row by its hash and address, keeps the open row in the address, and Back closes it',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school/transaction-history?type=withdrawal`);
      await page.locator('tbody button').first().click();
      const dialog = page.getByRole('dialog');
      const addresses = dialog.getByTestId('address');
      const to = (await addresses.first().getAttribute('data-address')) ?? '';
      const hash = (await addresses.last().getAttribute('data-address')) ?? '';
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      for (const text of [hash, to]) {
        await page.getByLabel('Email, user, address, transaction hash or id').fill(text);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.waitForURL((url) => url.searchParams.get('search') === text);
        // A hash names one row; an address those that paid to it.
        await eventually(async () => text === to || (await page.locator('tbody tr').count()) === 1);
      }
      await page.getByLabel('Status').selectOption('failed');
      await page.locator('tbody tr').getByText('Rejected').waitFor();
      await page.getByRole('button', { name: 'Deposit', exact: true }).click();
      await page.getByText('Nothing matches this filter.').waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'shows investments, reconciliation, audit log and notices',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school/investments`);
      await page.getByRole('button', { name: 'Matured' }).click();
      await page.getByText('No investments found.').waitFor();
      await page.goto(`${app().url}/school/reconciliation`);
      await page.getByText('Nothing is unexplained.').nth(2).waitFor();
      await page.goto(`${app().url}/school/audit-log`);
      await page.getByLabel('Action', { exact: true }).selectOption('reserve.fund');
      await page.getByRole('cell', { name: 'Reserve funded' }).first().waitFor();
      await page.getByRole('button', { name: /^Notices/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();
      await page.getByRole('button', { name: 'Notices: 0 unread', includeHidden: true }).waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'is worked without a mouse: withdrawing and filtering',
    async () => {
      const page = await open();
      await page.goto(`${app().url}/school`);
      await heading(page, 'Admin Panel');
      await pressOn(page, 'button', 'USDT Withdraw');
      await typeInto(page, 'Destination address', OUTSIDE);
      await typeInto(page, 'Amount in USDT', '1');
      await pressOn(page, 'button', 'Review');
      await pressOn(page, 'button', 'Send 1.000 USDT');
      await page.getByText('The withdrawal is on its way.').first().waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await pressOn(page, 'link', 'Transaction history');
      await heading(page, 'Transaction history');
      await pressOn(page, 'button', 'Withdrawal');
      await page.waitForURL(/type=withdrawal/);
      await pressOn(page, 'button', 'All');
      await page.waitForURL((url) => !url.search.includes('type'));
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'lets an auditor read everything and change nothing',
    async () => {
      const page = await open(auditorToken);
      await page.goto(`${app().url}/school`);
      await page.getByText('Withdrawals to review').waitFor();
      await page.getByText('60.0000 USDT').or(page.getByText('16.0000 USDT')).first().waitFor();
      for (const name of ['Approve', 'Reject', 'USDT Withdraw', 'TRX Withdraw'])
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
      await page.goto(`${app().url}/school/reserve`);
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
      expect(await page.getByRole('button', { name: /Publish|Move to/ }).count()).toBe(0);
      await page.goto(`${app().url}/school/users-wallet?search=alice`);
      await page.getByRole('link', { name: 'alice@example.org' }).click();
      await page.getByText('Deposit addresses').waitFor();
      await page.getByRole('link', { name: 'Staff' }).click();
      await page.getByText('There is no announcement.').waitFor();
      for (const name of [
        'Lock the account',
        'Add the note',
        'Invite someone',
        'Make an auditor',
        'Show on every page',
      ])
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    },
    SLOW_MS,
  );
});
