// Goal: what a person does again because no answer came is done once, and the screen does not call it failed. Method: the real program and
// a browser; the server acts, and its answer is cut off on the wire.
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, PASSWORD, sendUsdt, withAppBrowser } from './app-browser.ts';
import { fundReserve, getToken, investor, loseNextAnswer, readHotWallet } from './back-office.ts';
import { eventually, type RestClient, signUp } from './rest-client.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DESKTOP = { width: 1280, height: 900 };
const SLOW_MS = 600_000;

const app = withAppBrowser();
let adminToken = '';
let alice: RestClient;

beforeAll(async () => {
  if (!hasBrowser) return;
  adminToken = await getToken(app(), 'admin@glasspool.test', app().server.output);
  await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
  alice = await investor(app(), 'alice');
});

async function readFigure(name: 'rewardReserve' | 'ownFundsAvailable'): Promise<number> {
  const { body } = await app().client().get('/transparency');
  const usdt = body.currencies.find(({ currency }: { currency: string }) => currency === 'USDT');
  return Number(usdt[name]);
}

describe('an answer that is lost', () => {
  it.runIf(hasBrowser)(
    'funds the reserve once',
    async () => {
      const page = await app().open({ token: adminToken, viewport: DESKTOP });
      const { addresses } = await readHotWallet(page, app().url);
      await app().client().post('/dev/faucet', { address: addresses[0], currency: 'USDT', amount: '50' });
      await eventually(async () => (await readFigure('ownFundsAvailable')) === 50);
      await page.goto(`${app().url}/school/reserve`);
      await heading(page, 'Reward reserve and terms');
      await loseNextAnswer(page, 'reserve\\.fundReserve');
      await fundReserve(page, '20');
      await page.getByText(/^No answer arrived, so the request may have been carried out/).waitFor();
      expect(await readFigure('rewardReserve')).toBe(1_020);
      // As a person may do who reloads the page and does not look.
      await page.reload();
      await fundReserve(page, '20');
      await page.getByText('1,020.0000 USDT').first().waitFor();
      expect(await readFigure('rewardReserve')).toBe(1_020);
      await fundReserve(page, '20');
      await page.getByText('1,040.0000 USDT').first().waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'publishes terms once',
    async () => {
      const page = await app().open({ token: adminToken, viewport: DESKTOP });
      await page.goto(`${app().url}/school/reserve`);
      await page.getByLabel('Target rate, % a day').fill('1.5');
      await page.getByRole('button', { name: 'Review the changes' }).click();
      await loseNextAnswer(page, 'reserve\\.publishTerms');
      await page.getByRole('button', { name: 'Publish the terms' }).click();
      await page
        .getByText(/^No answer arrived, so the request may have been carried out/)
        .first()
        .waitFor();
      // The page is read again, and there it stands.
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
      await page.getByRole('button', { name: 'Review the changes' }).waitFor();
      const { body } = await app().client().get('/transparency/terms');
      expect(body.terms.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'pays a withdrawal once, from a dialog that was closed and opened again',
    async () => {
      await app().client().post('/dev/clock/advance', { hours: 24 });
      const page = await app().open({ token: alice.token, viewport: DESKTOP });
      const ask = async (): Promise<void> => {
        await page.goto(`${app().url}/home`);
        await page
          .getByTestId('withdrawable-USDT')
          .getByText(/[12]\.000/)
          .waitFor();
        await page.getByRole('button', { name: 'Withdraw USDT', exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Withdraw Address').fill(OUTSIDE);
        await dialog.getByLabel('Amount in USDT').fill('1');
        await dialog.getByRole('button', { name: 'Review' }).click();
        await dialog.getByRole('button', { name: 'Send 1.000 USDT' }).click();
      };
      await loseNextAnswer(page, 'withdrawals\\.withdraw');
      await ask();
      await page
        .getByText(/^No answer arrived\. The withdrawal may have been made/)
        .first()
        .waitFor();
      await ask();
      await page.getByText(/Withdrawal Successful!/).waitFor();
      const { body } = await alice.get('/transactions/user-transactions?limit=100');
      expect(body.data.filter(({ type }: { type: string }) => type === 'withdrawal')).toHaveLength(1);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'moves referral rewards once',
    async () => {
      const { body: me } = await alice.get('/auth/me');
      const friend = app().client();
      await signUp(friend, 'fay@example.org', PASSWORD, me.user.referralCode);
      await sendUsdt(friend, '100');
      await eventually(
        async () => (await friend.post('/transfer/invest', { currency: 'USDT' })).status === 200,
      );
      await friend.post('/dev/clock/advance', { hours: 24 });
      const page = await app().open({ token: alice.token, viewport: DESKTOP });
      const readRewards = async (): Promise<string> =>
        (await alice.get('/referrals/get-referrals')).body.referralBalance;
      const ask = async (): Promise<void> => {
        await page.goto(`${app().url}/network`);
        await page.getByRole('button', { name: 'Transfer balance, USDT' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Amount in USDT').fill('0.01');
        await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
      };
      const before = await readRewards();
      await loseNextAnswer(page, 'referrals\\.transferReferral');
      await ask();
      await page
        .getByText(/^No answer arrived\. The transfer may have been made/)
        .first()
        .waitFor();
      await ask();
      await page.getByText('Transfer Successful!', { exact: true }).waitFor();
      expect(Number(before) - Number(await readRewards())).toBeCloseTo(0.01, 6);
    },
    SLOW_MS,
  );
});
