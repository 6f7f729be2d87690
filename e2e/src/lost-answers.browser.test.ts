// Goal: what a person does again because no answer came is done once, and the screen does not call it failed. Method: the real program and
// a browser; the server acts, and its answer is cut off on the wire.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';
import { fundReserve, investor, tokenOf, treasuryOf } from './back-office.ts';
import { eventually, type RestClient } from './rest-client.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DESKTOP = { width: 1280, height: 900 };
const SLOW_MS = 600_000;

const app = withAppBrowser();
let adminToken = '';
let alice: RestClient;

beforeAll(async () => {
  if (!hasBrowser) return;
  adminToken = await tokenOf(app(), 'admin@glasspool.test', app().server.output);
  await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
  alice = await investor(app(), 'alice');
});

/** Lets the next call of a procedure reach the server, and cuts its answer off. */
async function loseNextAnswer(page: Page, procedure: string): Promise<void> {
  await page.route(
    new RegExp(`/trpc/${procedure}`),
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

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
      const { addresses } = await treasuryOf(page, app().url);
      await app().client().post('/dev/faucet', { address: addresses[0], currency: 'USDT', amount: '50' });
      await eventually(async () => (await readFigure('ownFundsAvailable')) === 50);
      await page.goto(`${app().url}/school/reserve`);
      await heading(page, 'Reward reserve and terms');
      await loseNextAnswer(page, 'reserve\\.fundReserve');
      await fundReserve(page, '20');
      await page.getByText(/^No answer came, so it may have been done/).waitFor();
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
      await page.getByText(/^No answer came, so it may have been done/).waitFor();
      await page.getByRole('button', { name: 'Publish the terms' }).click();
      await page.getByText(/^No answer came/).waitFor({ state: 'detached' });
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
        await dialog.getByRole('button', { name: 'Submit' }).click();
      };
      await loseNextAnswer(page, 'withdrawals\\.withdraw');
      await ask();
      await page
        .getByText(/^No answer came\. The withdrawal may be on its way/)
        .first()
        .waitFor();
      await ask();
      await page.getByText(/Withdrawal Successful!/).waitFor();
      const { body } = await alice.get('/transactions/user-transactions?limit=100');
      expect(body.data.filter(({ type }: { type: string }) => type === 'withdrawal')).toHaveLength(1);
    },
    SLOW_MS,
  );
});
