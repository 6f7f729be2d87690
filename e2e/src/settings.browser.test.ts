// Goal: a user makes and ends API keys and webhooks, keeps a withdrawal allowlist, sets up two-factor authentication and logs in with it, on the screens.
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { hasBrowser, withAppBrowser } from './app-browser.ts';
import { investor } from './back-office.ts';

const PASSWORD = 'correct horse battery';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const app = withAppBrowser();

it.runIf(hasBrowser)(
  'makes keys and webhooks with the password, shows them once, and ends them',
  async () => {
    const { token } = await app().user('keys');
    const page = await app().open({ token });
    await page.goto(`${app().url}/settings?tab=api`);
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByLabel('Name of the key').fill('Bot');
    await keys.getByLabel('Your password, to confirm it', { exact: true }).fill(PASSWORD);
    await keys.getByRole('button', { name: 'Create a key' }).click();
    const key = (await keys.getByTestId('shown-once').textContent()) ?? '';
    const call = async (): Promise<number> =>
      (await fetch(`${app().url}/api/get-wallet`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await call()).toBe(200);
    await keys.getByRole('button', { name: 'I have saved it' }).click();
    await keys.getByText(`Bot (${key.slice(0, 8)}…)`).waitFor();
    await keys.getByRole('button', { name: 'Revoke: Bot' }).click();
    await keys.getByText(`Bot (${key.slice(0, 8)}…)`).waitFor({ state: 'detached' });
    expect(await call()).toBe(401);

    const webhooks = page.getByRole('region', { name: 'Webhooks' });
    await webhooks.getByLabel('URL for events').fill('http://127.0.0.1:9/hook');
    await webhooks.getByLabel('Your password, to confirm it', { exact: true }).fill(PASSWORD);
    await webhooks.getByRole('button', { name: 'Create a webhook' }).click();
    expect(await webhooks.getByTestId('shown-once').textContent()).toMatch(/^whsec_/);
    await webhooks.getByRole('button', { name: 'I have saved it' }).click();
    await webhooks.getByText('Events', { exact: true }).click();
    await webhooks.getByText('No events yet.').waitFor();
    await webhooks.getByRole('button', { name: 'Remove: http://127.0.0.1:9/hook' }).click();
    await webhooks.getByText('http://127.0.0.1:9/hook').waitFor({ state: 'detached' });
  },
);

it.runIf(hasBrowser)('has a listed address wait a day, and lets withdrawals go nowhere else', async () => {
  const { token } = await app().user('payees');
  const page = await app().open({ token });
  await page.goto(`${app().url}/settings?tab=security`);
  const book = page.getByRole('region', { name: 'Withdrawal allowlist' });
  await book.getByLabel('Address', { exact: true }).fill(OUTSIDE.slice(0, -1));
  await book.getByLabel('Name', { exact: true }).fill('Mine');
  await book.getByLabel('Your password, to confirm it', { exact: true }).fill(PASSWORD);
  await book.getByRole('button', { name: 'Add the address' }).click();
  await book.getByText(/This is not a valid .* address/).waitFor();
  await book.getByLabel('Address', { exact: true }).fill(OUTSIDE);
  await book.getByRole('button', { name: 'Add the address' }).click();
  await book.locator(`[data-address="${OUTSIDE}"]`).waitFor();
  await book.getByText(/Mine · USDT · can be paid from/).waitFor();
  await book.getByLabel('Your password, to change this', { exact: true }).fill(PASSWORD);
  await book.getByRole('button', { name: 'Turn on the allowlist' }).click();
  await book.getByText('The allowlist is on: withdrawals go to these addresses only.').waitFor();
});

it.runIf(hasBrowser)(
  'sets up two-factor authentication, pays a new address and logs in with it',
  async () => {
    await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
    const { token } = await investor(app(), 'factor');
    await app().client().post('/dev/clock/advance', { hours: 24 });
    const page = await app().open({ token });
    await page.goto(`${app().url}/settings?tab=security`);
    const card = page.getByRole('region', { name: 'Two-factor' });
    await card.getByLabel('Your password', { exact: true }).fill('not it');
    await card.getByRole('button', { name: 'Set up an app' }).click();
    await card.getByText('The current password is wrong.').waitFor();
    await card.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await card.getByRole('button', { name: 'Set up an app' }).click();
    const secret = (await card.locator('code').textContent()) ?? '';
    await card.getByLabel('Code of the app').fill(await generate({ secret }));
    await card.getByRole('button', { name: 'Turn it on' }).click();
    await card.locator('li').first().waitFor();
    const [recovery = '', spare = ''] = await card.locator('li').allTextContents();
    await card.getByRole('button', { name: 'I have saved them' }).click();
    await card.getByText('Two-factor authentication is on.', { exact: false }).waitFor();

    await page.goto(`${app().url}/home`);
    await page.getByTestId('withdrawable-USDT').getByText('2.000').waitFor();
    await page.getByRole('button', { name: 'Withdraw USDT', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Withdraw Address').fill(OUTSIDE);
    await dialog.getByLabel('Amount in USDT').fill('1');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Send 1.000 USDT' }).click();
    const code = dialog.getByLabel('Code of your app, or a recovery code');
    await code.fill('000000');
    await dialog.getByRole('button', { name: 'Send 1.000 USDT' }).click();
    await dialog.getByText('This code is wrong or was already used.').waitFor();
    // The one of now was used a moment ago; clocks may be a step apart.
    const nextStep = Math.floor(Date.now() / 1_000) + 30;
    await code.fill(await generate({ secret, epoch: nextStep }));
    await dialog.getByRole('button', { name: 'Send 1.000 USDT' }).click();
    await dialog.getByText('Your request is in.').waitFor();

    await page.goto(`${app().url}/settings?tab=security`);
    const book = page.getByRole('region', { name: 'Withdrawal allowlist' });
    await book.getByLabel('Address', { exact: true }).fill(OUTSIDE);
    await book.getByLabel('Name', { exact: true }).fill('Mine');
    await book.getByLabel('Your password, to confirm it', { exact: true }).fill(PASSWORD);
    await book.getByRole('button', { name: 'Add the address' }).click();
    await book.getByLabel('Code of your app, or a recovery code').fill(spare);
    await book.getByRole('button', { name: 'Add the address' }).click();
    await book.locator(`[data-address="${OUTSIDE}"]`).waitFor();

    const fresh = await app().open();
    await fresh.goto(`${app().url}/login`);
    await fresh.getByLabel('Email').fill('factor@example.org');
    await fresh.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await fresh.locator('form button[type=submit]').click();
    await fresh.locator('input[autocomplete="one-time-code"]').fill(recovery);
    await fresh.locator('form button[type=submit]').click();
    await fresh.waitForURL(`${app().url}/home`);
  },
);

it.runIf(hasBrowser)('ends another session with the password, and logs out of this one', async () => {
  const client = await app().user('sessions');
  const logIn = async (): Promise<string> =>
    (await client.post('/auth/login', { email: 'sessions@example.org', password: PASSWORD })).body.token;
  const [token, other] = [await logIn(), await logIn()];
  const page = await app().open({ token });
  await page.goto(`${app().url}/settings?tab=security`);
  const card = page.getByRole('region', { name: 'Sessions' });
  await card.getByRole('button', { name: /^End/ }).first().click();
  await card.getByText('Enter your current password.').waitFor();
  await card.getByLabel('Your password, to end a session', { exact: true }).fill(PASSWORD);
  const isOpen = async (one: string): Promise<boolean> =>
    (await fetch(`${app().url}/api/get-wallet`, { headers: { authorization: `Bearer ${one}` } })).ok;
  expect(await isOpen(other)).toBe(true);
  await card.getByRole('button', { name: 'End all other sessions' }).click();
  await card.getByText('You have no other sessions.').waitFor();
  // ASVS 7.4.4, 7.5.2
  expect([await isOpen(other), await isOpen(token)]).toEqual([false, true]);
});
