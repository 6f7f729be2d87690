// Goal: the time machine shows what the forecast says, follows its sliders from the keyboard, opens again from its address, and gives
// every day as a file; what it shows of a scheme that pays out of deposits too. Method: the page in a browser beside the same functions here.
import { DAY_MS } from '@glasspool/core';
import { findOutcome, forecast, type Scenario } from '@glasspool/lab/forecast';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';

const VIEWPORT = { width: 1280, height: 900 };
const UNIT = 1_000_000n;
const app = withAppBrowser();

/** The page's own example, under the terms of a local pool. */
async function readExample(changed: Partial<Scenario> = {}): Promise<Scenario> {
  const { terms } = (await app().client().get('/transparency')).body;
  const minimum = terms.minimums.find(({ currency }: { currency: string }) => currency === 'USDT');
  const micro = (text: string): bigint => BigInt(text.replace('.', ''));
  return {
    terms: {
      ...terms,
      minimumMicro: micro(minimum.minimum),
      withdrawalMinimumMicro: micro(minimum.withdrawalMinimum),
      withdrawalFeeMicro: micro(minimum.withdrawalFee),
    },
    days: 365,
    present: [],
    idle: [],
    reserveMicro: 20_000n * UNIT,
    weeklyFundingMicro: 500n * UNIT,
    joinersPerWeek: 5,
    growthPercent: 3,
    trustWeeks: 520,
    depositMicro: 100n * UNIT,
    reinvestPercent: 60,
    withdrawEveryDays: 7,
    referralDepth: 3,
    ...changed,
  };
}

/** Text beside a name of the verdict. */
const findFact = (page: Page, name: string): Locator =>
  page.locator('dl > div', { hasText: name }).locator('dd');

async function expectVerdict(page: Page, scenario: Scenario): Promise<void> {
  const foreseen = forecast(scenario, 'reserve');
  const { now } = (await app().client().get('/transparency')).body;
  const startMs = Math.floor(now / DAY_MS) * DAY_MS;
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  const expected =
    foreseen.shortOn === undefined
      ? 'Not in this time'
      : date.format(startMs + foreseen.shortOn * DAY_MS).replaceAll('\u202f', ' ');
  await findFact(page, 'Rewards fall short').filter({ hasText: expected }).waitFor();
  const { people } = findOutcome(foreseen);
  expect(await findFact(page, 'People who lose principal').innerText()).toBe(
    `0 of ${people.toLocaleString('en')}`,
  );
}

it.runIf(hasBrowser)('follows its sliders from the keyboard, and opens again from its address', async () => {
  const page = await app().open({ viewport: VIEWPORT });
  await page.goto(`${app().url}/lab/time`);
  await heading(page, 'Time machine');
  await expectVerdict(page, await readExample());
  const slider = page.getByRole('slider', { name: 'Target rate' });
  await slider.focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
  expect(await slider.getAttribute('aria-valuetext')).toBe('3 % a day');
  const example = await readExample();
  const faster = { ...example, terms: { ...example.terms, targetRatePpm: 30_000 } };
  await expectVerdict(page, faster);
  await page.waitForURL(/rate=30/);
  const other = await app().open({ viewport: VIEWPORT });
  await other.goto(page.url());
  await heading(other, 'Time machine');
  await expectVerdict(other, faster);
});

it.runIf(hasBrowser)('gives every day of both forecasts as a file, to the micro-unit', async () => {
  const page = await app().open({ viewport: VIEWPORT });
  await page.goto(`${app().url}/lab/time?days=90&growth=10`);
  await expectVerdict(page, await readExample({ days: 90, growthPercent: 10 }));
  for (const [index, paidFrom] of (['reserve', 'deposits'] as const).entries()) {
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download every day as CSV' }).nth(index).click();
    const stream = await (await arriving).createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    const [, ...lines] = text.trimEnd().split('\r\n');
    const { days } = forecast(await readExample({ days: 90, growthPercent: 10 }), paidFrom);
    expect(lines.map((line) => line.split(',').map((cell) => cell.replace('.', '')))).toEqual(
      days.map((one) =>
        [
          one.day,
          one.people,
          ...[
            one.principalMicro,
            one.owedMicro,
            one.heldMicro,
            one.reserveMicro,
            one.dueMicro,
            one.paidMicro,
          ].map((micro) => micro.toString().padStart(7, '0')),
          one.sharePpb,
        ].map(String),
      ),
    );
  }
});

it.runIf(hasBrowser)(
  'says when a scheme that pays out of deposits collapses, and who loses how much',
  async () => {
    const page = await app().open({ viewport: VIEWPORT });
    await page.goto(`${app().url}/lab/time?start=ponzi&days=365`);
    const part = page.getByRole('region', { name: 'The same people, if rewards were paid out of deposits' });
    const said = await part.getByText(/people lose/).innerText();
    const example = await readExample();
    const terms = {
      ...example.terms,
      ...{
        targetRatePpm: 11_000,
        termDays: 45,
        withdrawalFeeMicro: 0n,
        referralRatesPpm: [0, 0, 0] as const,
      },
    };
    const foreseen = forecast(
      {
        ...example,
        ...{ terms, reserveMicro: 0n, weeklyFundingMicro: 0n, growthPercent: 20, trustWeeks: 31 },
        ...{ reinvestPercent: 50, withdrawEveryDays: 45, referralDepth: 0 },
      },
      'deposits',
    );
    const { losers, people, winners } = findOutcome(foreseen);
    expect(foreseen.collapsedOn).toBeGreaterThan(0);
    expect(losers).toBeGreaterThan(0n);
    for (const count of [losers, people, winners]) expect(said).toContain(count.toLocaleString('en'));
    await part.getByText(/It collapses on/).waitFor();
  },
);
