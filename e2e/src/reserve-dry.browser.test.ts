// Goal: when the reserve runs low and then dry, a visitor, a member and someone about to invest are told, with the rate that was really
// paid beside the target. Method: the real program, three days, a browser without and with a login.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, heading, sendUsdt, withAppBrowser } from './app-browser.ts';
import { investor } from './back-office.ts';
import { eventually, type RestClient } from './rest-client.ts';

const SLOW_MS = 600_000;
const EMPTY = 'The USDT reward reserve is empty: rewards have stopped.';

const app = withAppBrowser();
let alice: RestClient;
let bob: RestClient;

beforeAll(async () => {
  if (!hasBrowser) return;
  await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '5' });
  alice = await investor(app(), 'alice');
  bob = await app().user('bob');
  await sendUsdt(bob, '60');
  await eventually(async () => (await bob.get('/get-wallet')).body.data.wallets[1].balance === '60.000000');
});

async function advanceDay(): Promise<void> {
  await app().client().post('/dev/clock/advance', { hours: 24 });
}

async function openAt(path: string, token?: string): Promise<Page> {
  const page = await app().open(token === undefined ? {} : { token });
  await page.goto(`${app().url}${path}`);
  return page;
}

describe('a reserve that runs dry', () => {
  it.runIf(hasBrowser)(
    'is called low while it still pays the target',
    async () => {
      for (const path of ['/', '/transparency']) {
        const page = await openAt(path);
        await page.getByText('The USDT reward reserve is low: it lasts 2.5 more days.').waitFor();
      }
      const page = await openAt('/home', alice.token);
      await page.getByText('The USDT reward reserve is low: it lasts 2.5 more days.').waitFor();
      await page.getByText('No reward has been paid yet').first().waitFor();
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'is told to a visitor, a member and someone about to invest once it is empty',
    async () => {
      // 2, 2, and then the last 1 of 2 USDT: half of the target.
      for (let day = 0; day < 3; day += 1) await advanceDay();
      const visitor = await openAt('/');
      await visitor.getByText(EMPTY).waitFor();
      await visitor.getByText(/The target is 2 % a day\. Last paid: 1 % on/).waitFor();

      const member = await openAt('/home', alice.token);
      await heading(member, 'Dashboard');
      await member.getByText(EMPTY).waitFor();
      await member.getByText('Per day, at the 1 % paid last (target 2 %)').waitFor();

      const newcomer = await openAt('/home', bob.token);
      await newcomer.getByText(EMPTY).waitFor();
      await newcomer.getByRole('button', { name: 'Invest USDT', exact: true }).click();
      const dialog = newcomer.getByRole('dialog');
      await dialog
        .getByText(
          'The USDT reserve is empty: this investment receives nothing until the operator adds to it.',
        )
        .waitFor();
      await dialog.getByText(/^Last paid: 1 % on/).waitFor();
      expect(await newcomer.getByText(EMPTY).count()).toBe(1);
    },
    SLOW_MS,
  );

  it.runIf(hasBrowser)(
    'is told no more once the operator has funded it again',
    async () => {
      await app().client().post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
      const member = await openAt('/home', alice.token);
      await member.getByText('Per day, at the 1 % paid last (target 2 %)').waitFor();
      expect(await member.getByText(EMPTY).count()).toBe(0);
    },
    SLOW_MS,
  );
});
