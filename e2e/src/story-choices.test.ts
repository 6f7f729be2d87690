// Goal: what a person may do with money besides the straight way through, over REST, with typed calls and on the screens: cancel a
// withdrawal under review, withdraw an uninvested deposit, invest a part, and invest unlocked principal again.
// Method: the real program on a fresh data folder, real nodes, Chromium; the reserve holds one token at most, so that rewards change no balance by as much as one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';
import { readDepositAddress, signUpOnScreen, withdrawOnScreen } from './screens.ts';
import { createTypedClient } from './typed-client.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HOURS_OF_TERM = 30 * 24;
const currency = 'USDT';

let server: RunningServer;
beforeAll(async () => {
  server = await RunningServer.start({ WITHDRAWAL_REVIEW_USDT: '50' });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Sends the hot wallet funds of the operator's own, so that it can pay. */
async function fundHotWallet(client: RestClient): Promise<void> {
  await client.post('/dev/fund-reserve', { currency, amount: '1' });
}

describe('a person in the story', () => {
  it('chooses over REST: release, cancel under review, invest a part, reinvest', async () => {
    const client = new RestClient(() => server.url);
    await signUp(client, 'ines@example.org');
    const getWallet = async () =>
      (await client.get('/get-wallet')).body.data.wallets.find(
        (wallet: { currency: string }) => wallet.currency === currency,
      );
    const getData = async () => (await client.get('/get-bsc-wallet')).body.data;
    await client.post('/dev/faucet', { address: (await getWallet()).address, currency, amount: '260' });
    await eventually(async () => (await getWallet()).balance === '260.000000');

    expect((await client.post('/transfer/wallet', { currency, amount: '100' })).body).toMatchObject({
      status: true,
      released: '100.000000',
    });
    expect((await getData()).withdrawableBalance).toBe('100.000000');
    const asked = await client.post('/withdraw', { receiverAddress: OUTSIDE, amount: '60', currency });
    expect(asked.body).toMatchObject({ status: true, data: { state: 'reviewing' } });
    const { id } = asked.body.data;
    const stranger = new RestClient(() => server.url);
    await signUp(stranger, 'mallory@example.org');
    expect((await stranger.post('/withdraw/cancel', { id })).status).toBe(404);
    expect((await client.post('/withdraw/cancel', { id })).body).toMatchObject({
      status: true,
      data: { id, state: 'cancelled' },
    });
    expect((await getData()).withdrawableBalance).toBe('100.000000');
    expect((await client.post('/withdraw/cancel', { id })).body).toMatchObject({
      status: false,
      error: { code: 'WITHDRAWAL_NOT_CANCELLABLE' },
    });

    const part = await client.post('/transfer/invest', { currency, amount: '60' });
    expect(part.body).toMatchObject({ status: true, investment: { investedAmount: '60.000000' } });
    expect((await getWallet()).balance).toBe('100.000000');
    await client.post('/dev/clock/advance', { hours: HOURS_OF_TERM });
    await eventually(async () => (await getData()).withdrawableBalance === '160.000000');
    const again = await client.post('/transfer/invest', { currency, amount: '150', from: 'withdrawable' });
    expect(again.body).toMatchObject({ status: true, investment: { investedAmount: '150.000000' } });
    expect((await getData()).withdrawableBalance).toBe('10.000000');
  });

  it('chooses with typed calls: an uninvested deposit reaches an outside address', async () => {
    const client = new RestClient(() => server.url);
    await signUp(client, 'jan@example.org');
    await fundHotWallet(client);
    const calls = createTypedClient(server.url, client.token ?? '');
    const usdt = async () =>
      (await calls.wallets.listWallets.query()).find((wallet) => wallet.currency === currency);
    const { address = '' } = (await usdt()) ?? {};
    await client.post('/dev/faucet', { address, currency, amount: '120' });
    await eventually(async () => (await usdt())?.wallet === 120_000_000n);
    expect(await calls.investments.releaseWallet.mutate({ currency })).toEqual({ released: 120_000_000n });
    const { data } = await calls.withdrawals.withdraw.mutate({ address: OUTSIDE, amount: '60', currency });
    expect(data.state).toBe('reviewing');
    await calls.withdrawals.cancelWithdrawal.mutate({ id: data.id });
    expect(await usdt()).toMatchObject({ withdrawable: 120_000_000n, onHold: 0n });
    await calls.investments.invest.mutate({ currency, from: 'withdrawable', amount: '55' });
    expect(await usdt()).toMatchObject({ withdrawable: 65_000_000n, invested: 55_000_000n });
    // The hot wallet was funded with a single token.
    await calls.withdrawals.withdraw.mutate({ address: OUTSIDE, amount: '1', currency });
    await eventually(
      async () =>
        (await client.get('/dev/balance', { address: OUTSIDE, currency })).body.balance ===
        '1.000000000000000000',
    );
  });

  it('chooses on the screens: release, cancel under review, invest a part, reinvest', async (context) => {
    const executablePath = findChromium();
    if (executablePath === undefined) {
      if (process.env['CI'] === 'true') expect.fail(HOW_TO_GET_A_BROWSER);
      return context.skip(HOW_TO_GET_A_BROWSER);
    }
    const browser = await launchChromium(executablePath);
    try {
      const { page, problems } = await openPage(
        await browser.newContext({ viewport: { width: 390, height: 844 } }),
      );
      const client = new RestClient(() => server.url);
      await signUpOnScreen(page, server.url, 'kim@example.org');
      const address = await readDepositAddress(page, currency);
      await client.post('/dev/faucet', { address, currency, amount: '260' });
      await page.getByRole('dialog').getByText('Close', { exact: true }).click();
      await page.getByTestId('wallet-USDT').getByText('260.000 USDT').waitFor();

      await page
        .getByRole('button', { name: /withdraw USDT instead/i })
        .first()
        .click();
      await page.getByLabel('Amount in USDT').fill('100');
      await page.getByRole('button', { name: 'Make it withdrawable' }).click();
      await page.getByTestId('withdrawable-USDT').getByText('100.000 USDT').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await withdrawOnScreen(page, { currency, address: OUTSIDE, amount: '60', isReviewed: true });
      await page.getByTestId('withdrawable-USDT').getByText('40.000 USDT').waitFor();
      await page.getByText('Being reviewed').first().click();
      await page.getByRole('button', { name: 'Cancel this withdrawal' }).click();
      await page
        .getByText('The withdrawal is cancelled. The money is back in your balance.')
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByTestId('withdrawable-USDT').getByText('100.000 USDT').waitFor();

      await page.getByRole('button', { name: 'Invest USDT', exact: true }).click();
      await page.getByLabel('Amount in USDT').fill('60');
      await page.getByRole('button', { name: 'Proceed' }).click();
      await page.getByTestId('invested-USDT').getByText('60.000 USDT').waitFor();
      await page.getByTestId('wallet-USDT').getByText('100.000 USDT').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await client.post('/dev/clock/advance', { hours: HOURS_OF_TERM });
      await page
        .getByTestId('withdrawable-USDT')
        .getByText(/^160\.\d{3} USDT$/)
        .waitFor();
      await page.getByRole('button', { name: 'Invest USDT again' }).first().click();
      await page.getByLabel('Amount in USDT').fill('150');
      await page.getByRole('button', { name: 'Proceed' }).click();
      await page.getByTestId('invested-USDT').getByText('150.000 USDT').waitFor();
      await page
        .getByTestId('withdrawable-USDT')
        .getByText(/^10\.\d{3} USDT$/)
        .waitFor();
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('leaves right books, equal to both chains to the last unit', async () => {
    await server.stop();
    const { code, output } = await server.verifyBooks();
    expect(output).toContain('books: right');
    expect(output.match(/unexplained 0 units/g)).toHaveLength(3);
    expect(code).toBe(0);
  });
});
