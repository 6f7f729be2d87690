// Goal: the steps of each course are done when the learner did them, and only then. Method: the running program; what a learner does on
// screens that have their own tests is done over the API, what belongs to the courses on the page. Experiments are part of
// experiments.browser.test.ts.
import { formatAmount, parseAmount } from '@glasspool/core';
import { LIES } from '@glasspool/lab/lies';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasBrowser, heading, sendUsdt, withAppBrowser } from './app-browser.ts';
import { eventually, type RestClient } from './rest-client.ts';

const SLOW_MS = 300_000;
const DESKTOP = { width: 1280, height: 900 };
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const app = withAppBrowser();

async function open(course: string, user?: RestClient): Promise<Page> {
  const page = await app().open({ token: user?.token, viewport: DESKTOP });
  await page.goto(`${app().url}/lab/courses?course=${course}`);
  await heading(page, 'Courses');
  return page;
}

const step = (page: Page, id: string) => page.locator(`[data-step="${id}"]`);

/** Waits for a step to be done. */
async function expectDone(page: Page, id: string): Promise<void> {
  await step(page, id).getByText('done', { exact: true }).waitFor();
}

async function expectOpen(page: Page, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) expect(await step(page, id).getByText('done', { exact: true }).count(), id).toBe(0);
}

async function answer(page: Page, id: string, given: string): Promise<void> {
  await step(page, id).getByRole('textbox').fill(given);
  await step(page, id).getByRole('button', { name: 'Check the answer' }).click();
}

async function readUsdt(): Promise<{ owedMicro: bigint; heldMicro: bigint }> {
  const { body } = await app().client().get('/transparency');
  const one = body.currencies.find(({ currency }: { currency: string }) => currency === 'USDT');
  return {
    owedMicro: parseAmount(one.owedToUsers),
    heldMicro: parseAmount(one.custody) + parseAmount(one.inFlight),
  };
}

it.runIf(hasBrowser)(
  'follows the learner’s own money (How a custodial pool works)',
  async () => {
    const visitor = await open('works');
    await visitor.getByText('0 of 8 steps done').waitFor();
    const user = await app().user('lena');
    const page = await open('works', user);
    await expectDone(page, 'account');
    await expectOpen(page, 'deposit', 'owed', 'invest', 'fund', 'reward', 'withdraw', 'digest');
    await sendUsdt(user, '100');
    await expectDone(page, 'deposit');
    await answer(page, 'owed', '99');
    await step(page, 'owed').getByText('That is not what the pool has now.').waitFor();
    await expectOpen(page, 'owed', 'invest');
    await answer(page, 'owed', formatAmount((await readUsdt()).owedMicro));
    await expectDone(page, 'owed');
    await user.post('/transfer/invest', { currency: 'USDT' });
    await expectDone(page, 'invest');
    await expectOpen(page, 'fund', 'reward');
    await user.post('/dev/fund-reserve', { currency: 'USDT', amount: '50' });
    await expectDone(page, 'fund');
    await expectOpen(page, 'reward');
    await user.post('/dev/clock/advance', { hours: 24 });
    await expectDone(page, 'reward');
    await expectOpen(page, 'withdraw');
    await user.post('/withdraw', { address: OUTSIDE, amount: '1', currency: 'USDT' });
    await expectDone(page, 'withdraw');
    await eventually(async () => (await user.get('/transparency/snapshots')).body.data.length > 0);
    await answer(page, 'digest', '00000000');
    await step(page, 'digest').getByText('That is not what the pool has now.').waitFor();
    // A day that passes takes several snapshots one after another: the answer is one of now.
    const { body } = await user.get('/transparency/snapshots');
    await answer(page, 'digest', body.data[0].manifestDigest.slice(0, 8));
    await page.getByText('All steps are done.').waitFor();
    await page.reload();
    await page.getByText('All steps are done.').waitFor();
    await page.getByRole('button', { name: 'Forget what I did in the lab' }).click();
    await page.getByText('6 of 8 steps done').waitFor();
  },
  SLOW_MS,
);

it.runIf(hasBrowser)(
  'counts the losers, and sees a reserve run dry (How it fails)',
  async () => {
    const user = await app().user('otto');
    const page = await open('fails', user);
    await expectOpen(page, 'losers', 'dry', 'reorg', 'node', 'thief', 'kill', 'restore');
    const [machine] = await Promise.all([
      page.context().waitForEvent('page'),
      step(page, 'losers')
        .getByRole('link', { name: /^Go there/ })
        .click(),
    ]);
    const sentence = await machine
      .getByText(/people lose/)
      .first()
      .innerText();
    const losers = /([\d,]+) (?:of|people)/.exec(sentence)?.[1] ?? '';
    await machine.close();
    await answer(page, 'losers', `${losers}0`);
    await step(page, 'losers').getByText('That is not what the pool has now.').waitFor();
    await answer(page, 'losers', losers);
    await expectDone(page, 'losers');
    // No one funded the reserve of TRX.
    const { body } = await user.get('/get-wallet');
    await user.post('/dev/faucet', { address: body.data.wallets[0].address, currency: 'TRX', amount: '300' });
    await eventually(
      async () => (await user.get('/get-wallet')).body.data.wallets[0].balance === '300.000000',
    );
    await user.post('/transfer/invest', { currency: 'TRX' });
    await expectOpen(page, 'dry');
    await user.post('/dev/clock/advance', { hours: 24 });
    await expectDone(page, 'dry');
    await page.getByText('2 of 7 steps done').waitFor();
  },
  SLOW_MS,
);

it.runIf(hasBrowser)(
  'checks the books and the learner’s own part, tells lies of each kind, saves a report (How to audit one)',
  async () => {
    const user = await app().user('nora');
    await sendUsdt(user, '80');
    await eventually(
      async () => (await user.get('/get-wallet')).body.data.wallets[1].balance === '80.000000',
    );
    // One that was under way when nora came does not count her yet.
    const { now } = (await user.get('/transparency')).body;
    await user.post('/dev/clock/advance', { hours: 24 });
    await eventually(async () => {
      const newest = (await user.get('/transparency/snapshots')).body.data[0];
      return newest?.cutOffAt > now && newest.anchorTxHash !== null;
    });
    const page = await open('audit', user);
    await expectDone(page, 'snapshot');
    const { heldMicro, owedMicro } = await readUsdt();
    await answer(page, 'surplus', formatAmount(heldMicro - owedMicro));
    await expectDone(page, 'surplus');
    await expectOpen(page, 'own', 'lie-anyone', 'lie-user', 'lie-no-one', 'report');
    await page.goto(`${app().url}/transparency`);
    await page.getByRole('button', { name: 'Verify my balance' }).click();
    await page.getByText('You are counted:').first().waitFor();
    await page.goto(`${app().url}/lab?as=operator`);
    for (const by of ['anyone', 'user', 'no-one'] as const) {
      const lie = LIES.find(({ verdict }) => verdict.by === by);
      await page.getByRole('button', { name: `Tell it: ${lie?.id}`, exact: true }).click();
      await page.getByRole('button', { name: `Tell it again: ${lie?.id}`, exact: true }).waitFor();
    }
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a report' }).click();
    await arriving;
    await page.goto(`${app().url}/lab/courses?course=audit`);
    await page.getByText('All steps are done.').waitFor();
  },
  SLOW_MS,
);

it.runIf(hasBrowser)('is not there outside of local networks', async () => {
  const page = await app().open({ viewport: DESKTOP });
  await page.route('**/trpc/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"network":"local"', '"network":"testnet"');
    await route.fulfill({ response, body });
  });
  await page.goto(`${app().url}/lab/courses`);
  await page.getByText('The lab is part of local networks only.').waitFor();
  expect(await page.getByRole('button', { name: 'Check the answer' }).count()).toBe(0);
});
