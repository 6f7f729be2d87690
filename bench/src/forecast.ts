// `npm run bench -- forecast`: the time machine at 3,650 days. The forecast beside bare additions of as many rewards, and the frames a
// second of the page while a slider moves beside those of the same page at rest.
import { setTimeout } from 'node:timers/promises';
import { findChromium, launchChromium } from '@glasspool/e2e/browser';
import { RunningServer } from '@glasspool/e2e/running-server';
import { type Forecast, forecast, type Scenario } from '@glasspool/lab/forecast';
import type { Page } from 'playwright-core';
import { IS_SHORT, measureMiddle, printFigure, printHead } from './figure.ts';
import { MEASURED_SERVER } from './measured-server.ts';

const UNIT = 1_000_000n;
const ROUNDS = 5;
const DRAG_MS = IS_SHORT ? 2_000 : 8_000;
const MS_PER_S = 1_000;
const SCENARIO: Scenario = {
  terms: {
    targetRatePpm: 20_000,
    termDays: 30,
    referralRatesPpm: [50_000, 30_000, 10_000],
    referralCapPpm: 50_000,
    minimumMicro: 50n * UNIT,
    withdrawalMinimumMicro: UNIT,
    withdrawalFeeMicro: 500_000n,
  },
  days: 3_650,
  present: [{ people: 1_000, principalMicro: 100n * UNIT, daysPast: 7 }],
  idle: [],
  reserveMicro: 100_000n * UNIT,
  weeklyFundingMicro: 500n * UNIT,
  joinersPerWeek: 20,
  growthPercent: 1,
  trustWeeks: 520,
  depositMicro: 100n * UNIT,
  reinvestPercent: 60,
  withdrawEveryDays: 7,
  referralDepth: 3,
};

/** As many additions of bigints as a forecast credits rewards, at most one per group and day. */
function addRewards({ groups, days }: Forecast): bigint {
  let sum = 0n;
  for (const { day } of days) for (const { joinedOn, people } of groups) if (joinedOn < day) sum += people;
  return sum;
}

/** Frames a second, while the slider of the rate moves with every one of them or stands still. */
function countFrames(page: Page, shouldMove: boolean): Promise<number> {
  return page.evaluate(
    async ({ dragMs, moves }) => {
      const slider = document.querySelector<HTMLInputElement>('input[type=range]');
      if (slider === null) throw new Error('The page has no slider.');
      // React hears of a value that was set past it only by the browser's own setter.
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const startedAt = performance.now();
      let frames = 0;
      while (performance.now() - startedAt < dragMs) {
        await new Promise(requestAnimationFrame);
        frames += 1;
        if (!moves) continue;
        setValue?.call(slider, String(frames % 50));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      return (frames * 1_000) / (performance.now() - startedAt);
    },
    { dragMs: DRAG_MS, moves: shouldMove },
  );
}

printHead();
const foreseen = forecast(SCENARIO, 'reserve');
printFigure({
  name: `3,650 days, ${foreseen.groups.length} groups of people`,
  measured: await measureMiddle(ROUNDS, async () => forecast(SCENARIO, 'reserve')),
  baseline: await measureMiddle(ROUNDS, async () => addRewards(foreseen)),
  unit: 'ms',
});
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no browser here.');
await using server = await RunningServer.start(MEASURED_SERVER);
const browser = await launchChromium(executablePath);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${server.url}/lab/time?days=3650`);
  await page.getByText('People who lose principal').waitFor();
  // The first forecast and the code of the chart are there.
  await setTimeout(2 * MS_PER_S);
  const atRest = await countFrames(page, false);
  printFigure({
    name: 'frames while a slider moves',
    measured: await countFrames(page, true),
    baseline: atRest,
    unit: '/s',
  });
} finally {
  await browser.close();
}
