// Goal: a person does the whole story on the screens, from a fresh data folder, and finds the coins on chain.
// Method: the real program with real nodes, Debian's Chromium, roles and labels. Nothing on any page may fail silently.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { eventually, RestClient } from './rest-client.ts';
import { RunningServer } from './running-server.ts';
import {
  investOnScreen,
  logInOnScreen,
  readDepositAddress,
  resetPasswordOnScreen,
  signUpOnScreen,
  withdrawOnScreen,
} from './screens.ts';

const executablePath = findChromium();
const isRequired = process.env['CI'] === 'true';

let server: RunningServer;
let browser: Browser | undefined;
let page: Page;
let problems: string[];
let client: RestClient;

beforeAll(async () => {
  if (executablePath === undefined) {
    process.stderr.write(`The browser test does not run. ${HOW_TO_GET_A_BROWSER}\n`);
    return;
  }
  // Blocks slow enough that 'Confirming' is on the screen long enough to be read.
  server = await RunningServer.start({ LOCAL_BSC_BLOCK_MS: '400', LOCAL_TRON_BLOCK_MS: '400' });
  client = new RestClient(() => server.url);
  browser = await launchChromium(executablePath);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  ({ page, problems } = await openPage(context));
});
afterAll(async () => {
  await browser?.close();
  if (executablePath !== undefined) await server[Symbol.asyncDispose]();
});

const STORIES = [
  {
    currency: 'USDT',
    sent: '100.123456789012345678',
    wallet: '100.123 USDT',
    reward: '2.002 USDT',
    amount: '1.5',
    address: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    received: '1.500000000000000000',
  },
  {
    currency: 'TRX',
    sent: '1000.123456',
    wallet: '1,000.123 TRX',
    reward: '20.002 TRX',
    amount: '15',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    received: '15.000000',
  },
] as const;

describe('the story on the screens', () => {
  it('finds a browser to run in', (context) => {
    if (executablePath !== undefined) return;
    if (isRequired) expect.fail(HOW_TO_GET_A_BROWSER);
    context.skip(HOW_TO_GET_A_BROWSER);
  });

  it('opens with the ribbon, and says what the rate is worth', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    await page.goto(server.url);
    await page.getByText('Test network: tokens have no value').waitFor();
    await page.getByText('The target is 2 % a day, 730 % a year. No real investment pays that.').waitFor();
    await page.getByText('No transactions found').waitFor();
  });

  it('signs up with the code from the mailbox and logs in', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    await signUpOnScreen(page, server.url, 'frank@example.org');
    await page.getByText('You have no USDT to invest. You have no TRX to invest.').waitFor();
  });

  it.for(STORIES)('carries $currency from a deposit to an outside address', async (story, context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    const { currency } = story;
    await client.post('/dev/fund-reserve', { currency, amount: '5000' });
    const address = await readDepositAddress(page, currency);
    await page.getByRole('button', { name: `Copy the ${currency} address` }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await client.post('/dev/faucet', { address, currency, amount: story.sent });
    await page.getByText('waiting until it is final').waitFor();
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    await page.getByText('Confirming').first().waitFor();
    // No reload: the websocket brings it.
    await page.getByTestId(`wallet-${currency}`).getByText(story.wallet).waitFor();

    await investOnScreen(page, currency);
    await page.getByTestId(`invested-${currency}`).getByText(story.wallet).waitFor();
    await client.post('/dev/clock/advance', { hours: 24 });
    await page.getByTestId(`withdrawable-${currency}`).getByText(story.reward).waitFor();

    await withdrawOnScreen(page, story);
    await eventually(
      async () =>
        (await client.get('/dev/balance', { address: story.address, currency })).body.balance ===
        story.received,
    );
    await page.getByText('Sent, waiting for the network').waitFor({ state: 'detached' });
  });

  it('refuses on the screen what the server would refuse, in its words', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    await page.getByRole('button', { name: 'Withdraw USDT', exact: true }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('Please fill in all fields.').nth(1).waitFor();
    await page.getByLabel('Withdraw Address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    await page.getByLabel('Amount in USDT').fill('1e3');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('This is a TRON address; USDT is withdrawn on BSC (BEP20).').waitFor();
    await page.getByText('This is not an amount.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('logs out, and keeps strangers from the dashboard', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.goto(`${server.url}/home`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  });

  it('sets a new password through the link in the mail, which leaves the address at once', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    const request = { email: 'frank@example.org', password: 'battery staple horse' };
    await resetPasswordOnScreen(page, server.url, request);
    await logInOnScreen(page, request.email, request.password);
  });

  it('has no script error, no violation of the security policy and no foreign request on the way', (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    expect(problems).toEqual([]);
  });

  it('ends with right books, equal to both chains to the last unit, dust included', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    await server.stop();
    const { code, output } = await server.verifyBooks();
    expect(output).toContain('books: right');
    expect(output.match(/unexplained 0 units/g)).toHaveLength(3);
    expect(code).toBe(0);
  });
});
