// Goal: the ways through the app hold on every width, survive a reload, a broken connection and a missing network, and speak
// both languages. Method: the real program; a person with a pointer, by role and label.
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, sendUsdt, withAppBrowser } from './app-browser.ts';
import { measureOverflow, show, WIDTHS } from './looks.ts';
import { eventually, readOtp, signUp } from './rest-client.ts';
import {
  investOnScreen,
  logInOnScreen,
  readDepositAddress,
  resetPasswordOnScreen,
  withdrawOnScreen,
} from './screens.ts';

const PAYEE = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';

// A fixed address, so that sessions outlive a restart on another port.
const app = withAppBrowser({ PUBLIC_URL: 'http://glasspool.test' });

/** The narrowest in `npm run check:long` alone: the pages are looked at in it by looks.browser.test.ts. */
const WALKED = WIDTHS.filter((width) => width > 320 || process.env['ALL_LOOKS'] !== undefined);

describe.runIf(hasBrowser).each(WALKED)('the app at %d px', (width) => {
  it('lets someone who was invited sign up, deposit, invest, withdraw, and find every page whole', async () => {
    await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '5000' });
    const inviter = await app().user(`inviter${width}`);
    const { body: me } = await inviter.get('/auth/me');
    const page = await app().open({ viewport: { width, height: 800 } });
    const email = `walker${width}@example.org`;
    const noSidewaysScroll = async (): Promise<void> => {
      await show(page, {});
      expect(await measureOverflow(page)).toBe(0);
    };

    await page.goto(`${app().url}/signup?ref=${me.user.referralCode}`);
    await heading(page, 'Create Account');
    await noSidewaysScroll();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await heading(page, 'Verify OTP');
    await page.getByLabel('OTP', { exact: true }).fill(await readOtp(app().client(), email));
    await heading(page, 'Set Password');
    expect(await page.getByLabel('Referral code (optional)').inputValue()).toBe(me.user.referralCode);
    await noSidewaysScroll();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Complete Signup' }).click();
    await heading(page, 'Dashboard');

    const address = await readDepositAddress(page, 'USDT');
    await noSidewaysScroll();
    await app().client().post('/dev/faucet', { address, currency: 'USDT', amount: '120' });
    await page.keyboard.press('Escape');
    await page.getByTestId('wallet-USDT').getByText('120.000').waitFor();
    await investOnScreen(page, 'USDT');
    await app().client().post('/dev/clock/advance', { hours: 24 });
    await page.getByTestId('withdrawable-USDT').getByText('2.400').waitFor();
    await withdrawOnScreen(page, { currency: 'USDT', address: PAYEE, amount: '2' });
    await noSidewaysScroll();
    for (const tab of ['Network', 'Support', 'Settings', 'Home']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: tab }).click();
      await heading(page, tab === 'Home' ? 'Dashboard' : tab);
      await noSidewaysScroll();
    }
    const { body: tree } = await inviter.get('/referrals/get-referrals');
    expect(tree.referrals.level1[0].reward).toBe('0.120000');
  });

  it('shows investments and history, moves referral rewards, changes settings, and resets the password', async () => {
    const { page, email } = await openInviter(width);
    const noSidewaysScroll = async (): Promise<void> => {
      await show(page, {});
      expect(await measureOverflow(page)).toBe(0);
    };
    await page.goto(`${app().url}/home`);
    await page.getByRole('button', { name: 'View Investments' }).click();
    await page.getByText('1 of 30 days').waitFor();
    await noSidewaysScroll();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Investment/ }).click();
    await page.getByRole('heading', { name: 'Investment', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Daily profit payout/ })
      .first()
      .click();
    await page.getByText('received from the operator').click();
    await page.getByText('Received on chain').waitFor();
    await noSidewaysScroll();
    await page.keyboard.press('Escape');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Network' }).click();
    await page.getByTestId('referral-USDT').getByText('0.100').waitFor();
    await page.getByRole('button', { name: 'Transfer balance, USDT' }).click();
    await page.getByRole('button', { name: 'All' }).click();
    await noSidewaysScroll();
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await page.getByText('Transfer Successful!', { exact: true }).waitFor();
    await page.getByTestId('referral-USDT').getByText('0.000').waitFor();

    await changeSettings(page);
    await noSidewaysScroll();
    await page.getByRole('button', { name: 'Logout' }).click();
    await heading(page, 'Log in');
    await resetPasswordOnScreen(page, app().url, { email, password: PASSWORD });
    await logInOnScreen(page, email, PASSWORD);
  });
});

describe.runIf(hasBrowser)('a sign-up', () => {
  it('goes on after a reload, with its countdown, and forgets itself at the end', async () => {
    const page = await app().open();
    const email = 'reloader@example.org';
    await page.goto(`${app().url}/signup?ref=KEPTCODE`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await heading(page, 'Verify OTP');
    const resend = page.getByRole('button', { name: /Resend OTP in \d+s/ });
    const secondsLeft = async (): Promise<number> =>
      Number(/\d+/.exec((await resend.textContent()) ?? '')?.[0]);
    const before = await secondsLeft();
    await page.goto(`${app().url}/signup`);
    await heading(page, 'Verify OTP');
    expect(await secondsLeft()).toBeLessThanOrEqual(before);
    await eventually(async () => (await secondsLeft()) < before);
    await page.getByLabel('OTP', { exact: true }).fill(await readOtp(app().client(), email));
    await heading(page, 'Set Password');
    // The server's own cookie takes the place of what the page forgot.
    await page.reload();
    await heading(page, 'Set Password');
    expect(await page.getByLabel('Referral code (optional)').inputValue()).toBe('KEPTCODE');
    await page.getByLabel('Referral code (optional)').fill('');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Complete Signup' }).click();
    await heading(page, 'Dashboard');
    expect(await page.evaluate(() => localStorage.getItem('glasspool_signup'))).toBeNull();
  });
});

describe.runIf(hasBrowser)('the app', () => {
  it('speaks Spanish, numbers and refusals included, and remembers it', async () => {
    const client = await app().user('elena');
    await sendUsdt(client, '120');
    const page = await app().open();
    await page.goto(`${app().url}/login`);
    await page.getByLabel('Language').selectOption('es');
    await heading(page, 'Acceso');
    await page.getByLabel('Correo electrónico', { exact: true }).fill('elena@example.org');
    await page.getByLabel('Contraseña', { exact: true }).fill('not it');
    await page.getByRole('button', { name: 'ENTRAR', exact: true }).click();
    await page.getByText('Correo o contraseña incorrectos.').waitFor();
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'ENTRAR', exact: true }).click();
    await heading(page, 'Panel');
    await page.getByTestId('wallet-USDT').getByText('120,000').waitFor();
    await page.reload();
    await heading(page, 'Panel');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
  });

  it('scrolls to what the address names, and explains the ribbon', async () => {
    const page = await app().open();
    await page.goto(`${app().url}/login`);
    await page.getByRole('link', { name: 'What is this?' }).click();
    await page.getByRole('heading', { name: 'What is a test network?' }).waitFor();
    await page.waitForFunction(() => {
      const { top } = document.getElementById('test-network')?.getBoundingClientRect() ?? { top: -1 };
      return top >= 0 && top < window.innerHeight / 2;
    });
  });

  it('opens the paper about the pool', async () => {
    const response = await fetch(`${app().url}/about.pdf`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect((await response.text()).startsWith('%PDF')).toBe(true);
  });

  it('listens on signed-in screens only, connects again after a break, and then asks again', async () => {
    const client = await app().user('listener');
    const page = await app().open({ token: client.token });
    const sockets: { isOpen: boolean }[] = [];
    page.on('websocket', (socket) => {
      const entry = { isOpen: true };
      sockets.push(entry);
      socket.on('close', () => (entry.isOpen = false));
    });
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await page.goto(`${app().url}/home`);
    await page.locator('[data-live=true]').waitFor();
    await page.getByRole('link', { name: 'Transparency' }).click();
    await heading(page, 'Transparency');
    await eventually(async () => sockets.every((socket) => !socket.isOpen));

    await page.getByRole('link', { name: 'Your dashboard' }).click();
    await page.locator('[data-live=true]').waitFor();
    // A server that stops while the page still loads would be another test.
    await eventually(async () => underWay.size === 0);
    const port = new URL(app().url).port;
    await app().server.stop();
    await page.locator('[data-live=false]').waitFor();
    await app().server.start({ PORT: port });
    await sendUsdt(client, '77');
    await page.getByTestId('wallet-USDT').getByText('77.000').waitFor();
    expect(sockets.length).toBeGreaterThan(1);
  });
});

/** Someone with an investment of a day and the rewards of a friend, on a screen of a width. */
async function openInviter(width: number): Promise<{ page: Page; email: string }> {
  const operator = app().client();
  await operator.post('/dev/fund-reserve', { currency: 'USDT', amount: '5000' });
  const name = `host${width}`;
  const inviter = await app().user(name);
  const { body: me } = await inviter.get('/auth/me');
  const friend = app().client();
  await signUp(friend, `guest${width}@example.org`, PASSWORD, me.user.referralCode);
  for (const client of [inviter, friend]) {
    await sendUsdt(client, '100');
    await eventually(
      async () => (await client.post('/transfer/invest', { currency: 'USDT' })).status === 200,
    );
  }
  await operator.post('/dev/clock/advance', { hours: 24 });
  const page = await app().open({ viewport: { width, height: 800 }, token: inviter.token });
  return { page, email: `${name}@example.org` };
}

/** All three tabs: the name, the password, a notification. */
async function changeSettings(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('User name').fill('Grace Hopper');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('main').getByText('Your changes are saved.').waitFor();
  await page.getByText('GH', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByLabel('Current Password', { exact: true }).fill('not it');
  for (const field of ['New Password', 'Confirm Password']) {
    await page.getByLabel(field, { exact: true }).fill('battery staple horse');
  }
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText('The current password is wrong. Nothing was changed. Enter it again.').waitFor();
  await page.getByLabel('Current Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page
    .getByRole('main')
    .getByText('Your password is changed. All other sessions have ended.')
    .waitFor();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('switch', { name: 'Email Alerts' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.reload();
  expect(await page.getByRole('switch', { name: 'Email Alerts' }).isChecked()).toBe(false);
}
