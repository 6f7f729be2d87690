// Goal: someone whose browser translates the page signs up, deposits, invests and withdraws: nothing breaks, sentences are right, figures
// change. Method: a script that replaces every text node of the page as it comes, as such browsers do; the real program.
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';
import { readDepositAddress, signUpOnScreen, withdrawOnScreen } from './screens.ts';
import { translateAlways } from './translator.ts';

const PAYEE = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
const VIEWPORT = { width: 1280, height: 900 };
const app = withAppBrowser();

describe.runIf(hasBrowser)('a page that the browser translates', () => {
  it('carries the story, and shows every change of a figure', async () => {
    await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '5000' });
    const page = await app().open({ viewport: VIEWPORT });
    await translateAlways(page);
    await signUpOnScreen(page, app().url, 'translated@example.org');
    expect(await page.locator('font').count()).toBeGreaterThan(50);

    const address = await readDepositAddress(page, 'USDT');
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Token').selectOption('TRX');
    await dialog.getByRole('img', { name: 'QR code of your TRX address' }).waitFor();
    await page.getByLabel('Token').selectOption('USDT');
    await dialog.getByRole('button', { name: 'Copy the USDT address' }).click();
    await dialog
      .getByText(/Copied|Not copied/)
      .first()
      .waitFor();
    await app().client().post('/dev/faucet', { address, currency: 'USDT', amount: '120' });
    await dialog.getByRole('button', { name: 'Invest now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('wallet-USDT').getByText('120.000').waitFor();
    await app().client().post('/dev/faucet', { address, currency: 'USDT', amount: '33' });
    await page.getByTestId('wallet-USDT').getByText('153.000').waitFor();
    expect(await page.getByTestId('wallet-USDT').innerText()).not.toContain('120.000');

    await page.getByRole('button', { name: 'Invest USDT', exact: true }).click();
    await page.getByLabel('Amount in USDT').fill('100');
    await dialog.getByText('= 100.000 USDT').waitFor();
    await page.getByLabel('Amount in USDT').fill('120');
    await dialog.getByText('= 120.000 USDT').waitFor();
    await page.getByRole('button', { name: 'Proceed' }).click();
    await page.getByText('Investment Successful!').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByTestId('invested-USDT').getByText('120.000').waitFor();
    await app().client().post('/dev/clock/advance', { hours: 24 });
    await page.getByTestId('withdrawable-USDT').getByText('2.400').waitFor();

    // A mistake comes and goes beside its field.
    await page.getByRole('button', { name: 'Withdraw USDT', exact: true }).click();
    await page.getByLabel('Withdraw Address').fill('0x12');
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog.getByText('This is not a valid BSC').waitFor();
    await page.keyboard.press('Escape');
    await withdrawOnScreen(page, { currency: 'USDT', address: PAYEE, amount: '2' });
    await page.getByTestId('withdrawable-USDT').getByText('0.400').waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    for (const [link, title] of [
      ['Network', 'Network'],
      ['Settings', 'Settings'],
      ['Support', 'Support'],
      ['Home', 'Dashboard'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
      await heading(page, title);
    }
    await page.getByRole('link', { name: 'All transactions' }).click();
    await heading(page, 'All transactions');
    expect(await page.getByText('could not be shown').count()).toBe(0);
  });
});
