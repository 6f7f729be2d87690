// Goal: everything can be done with the keyboard alone, and the focus is never lost or covered. Method: the real program on a
// phone's screen, where the bars cover most; no click anywhere.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { pressOn, tabTo, typeInto } from './keyboard.ts';
import { eventually, RestClient, readOtp, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const executablePath = findChromium();
const shouldRun = executablePath !== undefined;
const EMAIL = 'kay@example.org';
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'battery staple horse';
const CLOSE_MESSAGE = 'Close the message';
const PAYEE = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';

let server: RunningServer;
let browser: Browser;
let page: Page;
let problems: string[];
let client: RestClient;

beforeAll(async () => {
  if (executablePath === undefined) return;
  server = await RunningServer.start();
  client = new RestClient(() => server.url);
  await client.post('/dev/fund-reserve', { currency: 'USDT', amount: '5000' });
  browser = await launchChromium(executablePath);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  ({ page, problems } = await openPage(context));
});
afterAll(async () => {
  await browser?.close();
  if (shouldRun) await server[Symbol.asyncDispose]();
});

const heading = (name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();
/** Until the dialog is gone, and with it what dims the page. */
async function dialogGone(): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.bg-black\\/50').waitFor({ state: 'detached' });
}

describe('a person with the keyboard alone', () => {
  it('finds a browser to run in', (context) => {
    if (shouldRun) return;
    if (process.env['CI'] === 'true') expect.fail(HOW_TO_GET_A_BROWSER);
    context.skip(HOW_TO_GET_A_BROWSER);
  });

  it.runIf(shouldRun)('skips to the content, and signs up', async () => {
    await page.goto(server.url);
    await heading('A pool you can see through.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await pressOn(page, 'link', 'SIGN UP');
    await heading('Create Account');
    await typeInto(page, 'Email', EMAIL);
    await page.keyboard.press('Enter');
    await heading('Verify OTP');
    await tabTo(page, 'textbox', 'OTP');
    await page.keyboard.type(await readOtp(client, EMAIL));
    await heading('Set Password');
    await typeInto(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Dashboard');
  });

  it.runIf(shouldRun)('logs out', async () => {
    await pressOn(page, 'link', 'Settings');
    await heading('Settings');
    await pressOn(page, 'button', 'Logout');
    await heading('Log in');
  });

  it.runIf(shouldRun)('resets the password', async () => {
    await pressOn(page, 'link', 'Forgot password');
    await heading('Forgot password');
    await typeInto(page, 'Email', EMAIL);
    await page.keyboard.press('Enter');
    await page.getByText('Check your email for a reset link.').waitFor();
    const token = await eventually(async () => {
      const { body } = await client.get('/dev/mailbox', { to: EMAIL });
      return /reset-passord\/([\w-]+)/.exec(body.data[0]?.text ?? '')?.[1];
    });
    await page.goto(`${server.url}/reset-passord/${token}`);
    await heading('Reset password');
    await typeInto(page, 'New Password', NEW_PASSWORD);
    await typeInto(page, 'Confirm Password', NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Password reset successful! Redirecting to login...').waitFor();
    await heading('Log in');
  });

  it.runIf(shouldRun)('logs in', async () => {
    await typeInto(page, 'Email', EMAIL);
    await typeInto(page, 'Password', NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Dashboard');
  });

  it.runIf(shouldRun)('reads and copies the deposit address', async () => {
    await pressOn(page, 'button', 'Deposit');
    await heading('Deposit USDT');
    await pressOn(page, 'button', 'Copy the USDT address');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await client.post('/dev/faucet', { address, currency: 'USDT', amount: '100' });
    await page.keyboard.press('Escape');
    await dialogGone();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Deposit');
    await page.getByTestId('wallet-USDT').getByText('100.000').waitFor();
  });

  it.runIf(shouldRun)('invests and looks at the investment', async () => {
    await pressOn(page, 'button', 'Invest USDT');
    await pressOn(page, 'button', 'Proceed');
    await page.getByText('Investment Successful!').waitFor();
    await dialogGone();
    await client.post('/dev/clock/advance', { hours: 24 });
    await page.getByTestId('withdrawable-USDT').getByText('2.000').waitFor();
    await pressOn(page, 'button', 'View Investments');
    await page.getByText('1 of 30 days').waitFor();
    await page.keyboard.press('Escape');
    await dialogGone();
  });

  it.runIf(shouldRun)('withdraws and opens what became of it', async () => {
    await pressOn(page, 'button', 'Withdraw USDT');
    await typeInto(page, 'Withdraw Address', PAYEE);
    await typeInto(page, 'Amount in USDT', '1.5');
    await page.keyboard.press('Enter');
    await pressOn(page, 'button', 'Send 1.500 USDT');
    await page.getByText(/Withdrawal Successful!/).waitFor();
    await dialogGone();
    await pressOn(page, 'button', /^Withdrawal/);
    await heading('Withdrawal');
    await page.keyboard.press('Escape');
    await dialogGone();
  });

  it.runIf(shouldRun)('copies the referral link and moves referral rewards', async () => {
    await pressOn(page, 'link', 'Network');
    await heading('Network');
    await pressOn(page, 'button', 'Copy your referral link');
    await page.getByRole('button', { name: 'Copied!' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await inviteInvestor(new URL(link).searchParams.get('ref') ?? '');
    await page.getByTestId('referral-USDT').getByText('0.100').waitFor();
    await pressOn(page, 'button', 'Transfer balance, USDT');
    await pressOn(page, 'button', 'All');
    await pressOn(page, 'button', 'Transfer');
    await page.getByText('Transfer Successful!', { exact: true }).waitFor();
    await dialogGone();
  });

  it.runIf(shouldRun)('opens one answer at a time', async () => {
    await pressOn(page, 'link', 'Support');
    await heading('Support');
    for (const question of ['Is this real money?', 'Where do rewards come from?']) {
      await page.locator('summary', { hasText: question }).focus();
      await page.keyboard.press('Enter');
    }
    expect(await page.locator('details[open]').count()).toBe(1);
  });

  it.runIf(shouldRun)(
    'passes the last message with Tab, and is back where it was after closing it',
    async () => {
      await pressOn(page, 'link', 'Settings');
      await heading('Settings');
      await typeInto(page, 'User name', 'Kay Board');
      await page.keyboard.press('Enter');
      await page.getByText('Your changes are saved.').first().waitFor();
      // A busy machine is not done with the way through the whole page while the message is there.
      const before = page.getByRole('contentinfo').getByRole('link').last();
      await before.focus();
      await tabTo(page, 'button', CLOSE_MESSAGE);
      await page.keyboard.press('Tab');
      expect(await before.evaluate((element) => element === document.activeElement)).toBe(false);
      await pressOn(page, 'button', CLOSE_MESSAGE);
      expect(await before.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.getByText('KB', { exact: true }).waitFor();
    },
  );

  it.runIf(shouldRun)('changes notifications and theme, and logs out', async () => {
    await pressOn(page, 'link', 'Notifications');
    await tabTo(page, 'switch', 'Marketing Emails');
    await page.keyboard.press('Space');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await tabTo(page, 'combobox', 'Theme');
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await pressOn(page, 'button', 'Logout');
    await heading('Log in');
  });

  it.runIf(shouldRun)('meets no script error and no violation of the security policy', () => {
    expect(problems).toEqual([]);
  });
});

/** Someone signs up with the code, invests, and receives a reward, of which 5 % go to the inviter. */
async function inviteInvestor(referralCode: string): Promise<void> {
  const friend = new RestClient(() => server.url);
  await signUp(friend, 'friend@example.org', undefined, referralCode);
  const { body } = await friend.get('/get-bsc-wallet');
  const { address } = body.data.wallets[1];
  await friend.post('/dev/faucet', { address, currency: 'USDT', amount: '100' });
  await eventually(async () => (await friend.post('/transfer/invest', { currency: 'USDT' })).status === 200);
  await friend.post('/dev/clock/advance', { hours: 24 });
}
