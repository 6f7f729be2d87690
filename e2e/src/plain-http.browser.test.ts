// Goal: a pool on a home network, by plain http, can be used: keys are made, addresses copied by hand, and money leaves. Method: a browser for
// which the program is at an address of such a network, where half of the browser's functions do not exist.
import { describe, expect, it } from 'vitest';
import { hasBrowser, sendUsdt, withAppBrowser } from './app-browser.ts';
import { HOME_NETWORK_HOST } from './browser.ts';
import { eventually } from './rest-client.ts';
import { withdrawOnScreen } from './screens.ts';

const PAYEE = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
const VIEWPORT = { width: 390, height: 844 };
const app = withAppBrowser();

describe.runIf(hasBrowser)('a pool on a home network by plain http', () => {
  it('shows an address selected where nothing can be copied, and sends a withdrawal', async () => {
    // The hot wallet pays out of what it has.
    await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '5000' });
    const client = await app().user('homely');
    await sendUsdt(client, '20');
    const page = await app().open({ viewport: VIEWPORT, token: client.token });
    await page.goto(`http://${HOME_NETWORK_HOST}:${new URL(app().url).port}/home`);
    await page.getByTestId('wallet-USDT').getByText('20.000').waitFor();
    const missing = await page.evaluate(() => [
      isSecureContext,
      'clipboard' in navigator,
      'randomUUID' in crypto,
    ]);
    expect(missing).toEqual([false, false, false]);

    await page.getByRole('button', { name: 'Deposit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Copy the USDT address' }).click();
    await dialog.getByText('Not copied. It is selected below: copy it from there.').waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(
      await dialog.getByTestId('address').getAttribute('data-address'),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /withdraw USDT instead/i }).click();
    await page.getByRole('button', { name: 'Make it withdrawable' }).click();
    await page.getByTestId('withdrawable-USDT').getByText('20.000').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await withdrawOnScreen(page, { currency: 'USDT', address: PAYEE, amount: '5' });
    await eventually(
      async () =>
        (await client.get('/dev/balance', { address: PAYEE, currency: 'USDT' })).body.balance ===
        '5.000000000000000000',
    );
  });
});
