// Goal: what an admin does again because no answer came is done once, and the page, which is read again, shows what became of it.
// Method: the real program and a browser; the server acts, and its answer is cut off on the wire. The audit log says how often.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, withAppBrowser } from './app-browser.ts';
import { getToken, investor, loseNextAnswer, readHotWallet } from './back-office.ts';
import { eventually, type RestClient } from './rest-client.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DESKTOP = { width: 1280, height: 900 };
const SLOW_MS = 120_000;
const LOST = 'No answer arrived, so the request may have been carried out. Check before you repeat it.';

const app = withAppBrowser({ WITHDRAWAL_REVIEW_USDT: '1' });
let admin: RestClient;
let hotWallet: readonly string[] = [];
let pia: RestClient;

beforeAll(async () => {
  if (!hasBrowser) return;
  admin = app().client();
  const token = await getToken(app(), 'admin@glasspool.test', app().server.output);
  admin.token = token;
  await admin.post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
  pia = await investor(app(), 'pia');
  hotWallet = (await readHotWallet(await open(''), app().url)).addresses;
});

async function open(path: string): Promise<Page> {
  const page = await app().open({ token: admin.token, viewport: DESKTOP });
  await page.goto(`${app().url}/school${path}`);
  await page.locator('h1').first().waitFor();
  return page;
}

async function countActions(action: string): Promise<number> {
  const url = `${app().url}/api/exports/audit-log.csv?action=${action}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } });
  expect(answer.status).toBe(200);
  return (await answer.text()).trim().split('\r\n').length - 1;
}

describe('an admin whose answer is lost', () => {
  it.runIf(hasBrowser)(
    'locks and unlocks an account once; the page shows that it is locked',
    async () => {
      const { token } = await app().user('quin');
      expect(token).toBeDefined();
      const page = await open('/users-wallet?search=quin');
      await page.getByRole('link', { name: 'quin@example.org' }).click();
      await heading(page, 'quin@example.org');
      for (const [procedure, button, next] of [
        ['users\\.lockUser', 'Lock the account', 'Unlock the account'],
        ['users\\.unlockUser', 'Unlock the account', 'Lock the account'],
      ] as const) {
        await page.getByLabel('Reason', { exact: true }).fill('A drill.');
        await loseNextAnswer(page, procedure);
        await page.getByRole('button', { name: button, exact: true }).click();
        await page.getByText(LOST).waitFor();
        await page.getByRole('button', { name: next, exact: true }).waitFor();
      }
      expect([await countActions('user.lock'), await countActions('user.unlock')]).toEqual([1, 1]);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'changes a role once, announces once, and the list and the page show both',
    async () => {
      const page = await open('/staff');
      await page.getByRole('button', { name: 'Invite someone' }).click();
      await page.getByLabel('Email', { exact: true }).fill('rosa@example.org');
      await page.getByRole('button', { name: 'Review' }).click();
      await loseNextAnswer(page, 'users\\.inviteStaff');
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await page.getByText(LOST).waitFor();
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Make an admin' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('Takes over.');
      await loseNextAnswer(page, 'users\\.changeStaffRole');
      await dialog.getByRole('button', { name: 'Change the role' }).click();
      await dialog.getByText(LOST).waitFor();
      await dialog.getByRole('button', { name: 'Change the role' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Make an auditor' }).waitFor();
      await page.getByLabel('Text').fill('Maintenance at noon.');
      await loseNextAnswer(page, 'support\\.setAnnouncement');
      await page.getByRole('button', { name: 'Show on every page' }).click();
      await page.getByRole('complementary', { name: 'Announcement' }).waitFor();
      await page.getByRole('button', { name: 'Show on every page' }).click();
      await page.getByText('Done, and written to the audit log.').first().waitFor();
      const counts = ['admin.invite', 'admin.change-role', 'announcement.set'].map(countActions);
      expect(await Promise.all(counts)).toEqual([1, 1, 1]);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'credits a user with a receipt once; the list no longer has it',
    async () => {
      await admin.post('/dev/faucet', { address: hotWallet[0], currency: 'USDT', amount: '7' });
      const page = await open('/reconciliation');
      const credit = page.getByRole('button', { name: 'Credit a user' });
      await eventually(async () => {
        if ((await credit.count()) > 0) return true;
        await page.reload();
        await page.getByRole('heading', { name: 'Received by the hot wallet' }).waitFor();
        return false;
      });
      const before = await credit.count();
      await credit.first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email of the user').fill('pia@example.org');
      await dialog.getByLabel('Reason').fill('Sent to the wrong address.');
      await loseNextAnswer(page, 'deposits\\.attributeDeposit');
      await dialog.getByRole('button', { name: 'Credit', exact: true }).click();
      await page.getByText(LOST).waitFor();
      await eventually(async () => (await credit.count()) === before - 1);
      expect(await countActions('deposit.attribute')).toBe(1);
      expect((await pia.get('/get-wallet')).body.data.wallets[1].balance).toBe('7.000000');
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'decides on a withdrawal once; the queue no longer has it',
    async () => {
      await admin.post('/dev/clock/advance', { hours: 24 });
      const request = { currency: 'USDT', amount: '2', receiverAddress: OUTSIDE };
      await eventually(async () => (await pia.post('/withdraw', request)).status === 200);
      const page = await open('');
      await page.getByLabel('Reason, when rejecting (shown to the user)').fill('Ask me first.');
      await loseNextAnswer(page, 'withdrawals\\.reviewWithdrawal');
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.getByText(LOST).first().waitFor();
      await page.getByText('No longer waiting: it was decided, or cancelled.').waitFor();
      expect(await countActions('withdrawal.reject')).toBe(1);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'starts a sweep once, and stops and resumes payouts once',
    async () => {
      const page = await open('');
      await page.getByRole('button', { name: 'Withdraw All Pending Deposit' }).click();
      const dialog = page.getByRole('dialog');
      await loseNextAnswer(page, 'sweeps\\.startSweep');
      await dialog.getByRole('button', { name: 'Start' }).click();
      await eventually(async () => (await countActions('sweep.start')) === 1);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Stop all payouts' }).click();
      await page.getByLabel('Reason, for the audit log').fill('A drill.');
      await loseNextAnswer(page, 'hotWallet\\.haltPayouts');
      await page.getByRole('button', { name: 'Stop payouts now' }).click();
      await page
        .getByText(/A drill\./)
        .first()
        .waitFor();
      await page.getByLabel('What you found and did').fill('The drill is over.');
      await loseNextAnswer(page, 'hotWallet\\.resumePayouts');
      await page.getByRole('button', { name: 'Turn payouts on' }).click();
      await page.getByRole('button', { name: 'Stop all payouts' }).waitFor();
      const counts = ['sweep.start', 'payouts.halt', 'payouts.resume'].map(countActions);
      expect(await Promise.all(counts)).toEqual([1, 1, 1]);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'takes own funds out once; a member makes an API key once',
    async () => {
      await admin.post('/dev/faucet', { address: hotWallet[0], currency: 'USDT', amount: '50' });
      const page = await open('');
      await page.getByText('50.0000 USDT').first().waitFor();
      await loseNextAnswer(page, 'hotWallet\\.withdrawOwnFunds');
      const dialog = page.getByRole('dialog');
      for (const answer of [
        /^No answer arrived\. The withdrawal may have been made/,
        'The withdrawal is on its way.',
      ]) {
        await page.goto(`${app().url}/school`);
        await page.getByRole('button', { name: 'USDT Withdraw' }).click();
        await dialog.getByLabel('Destination address').fill(OUTSIDE);
        await dialog.getByLabel('Amount in USDT').fill('5');
        await dialog.getByRole('button', { name: 'Review' }).click();
        await dialog.getByRole('button', { name: 'Send 5.000 USDT' }).click();
        await page.getByText(answer).first().waitFor();
      }
      expect(await countActions('own-funds.withdraw')).toBe(1);

      const settings = await app().open({ token: pia.token, viewport: DESKTOP });
      await settings.goto(`${app().url}/settings?tab=api`);
      const keys = settings.getByRole('region', { name: 'API keys' });
      await keys.getByLabel('Name of the key').fill('Bot');
      await keys.getByLabel('Your password, to confirm it', { exact: true }).fill(PASSWORD);
      await loseNextAnswer(settings, 'apiKeys\\.createApiKey');
      await keys.getByRole('button', { name: 'Create a key' }).click();
      await keys.getByText(LOST).waitFor();
      await keys.getByRole('button', { name: 'Create a key' }).click();
      await keys.getByText(/^This request was already carried out/).waitFor();
      expect(await keys.getByRole('button', { name: 'Revoke: Bot' }).count()).toBe(1);
    },
    SLOW_MS,
  );
});
