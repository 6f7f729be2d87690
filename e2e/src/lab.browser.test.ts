// Goal: the lab tells every lie of the table in the browser, each with the verdict of the table, and writes a report that stands alone;
// outside of local networks there is no lab. Method: the page of the running program; the table as the tests of the verifiers have it.
import { readFileSync } from 'node:fs';
import { LIES } from '@glasspool/lab/lies';
import { expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';

const TITLE = 'Lab';
const SLOW_MS = 180_000;
const app = withAppBrowser();

it.runIf(hasBrowser)(
  'tells every lie, each with the verdict of the table, and saves a report of all',
  async () => {
    const page = await app().open({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${app().url}/lab?as=operator`);
    await heading(page, TITLE);
    await page.getByRole('button', { name: 'Tell all of them' }).click();
    const said = `${LIES.length} of ${LIES.length} told, ${LIES.length} with the verdict of the table`;
    await page.getByText(said).waitFor({ timeout: SLOW_MS });
    expect(await page.getByText('not as the table says').count()).toBe(0);
    const anyone = LIES.filter(({ verdict }) => verdict.by === 'anyone');
    expect(await page.getByText(/Noticed by: anyone, by/).count()).toBe(anyone.length);
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a report' }).click();
    const report = readFileSync(await (await arriving).path(), 'utf8');
    expect(report.match(/<section>/g)).toHaveLength(LIES.length);
    // It needs no other file, and runs nothing.
    expect(report).not.toMatch(/<script|<link|src=|url\(/);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText(`0 of ${LIES.length} told`).waitFor();
  },
  SLOW_MS,
);

it.runIf(hasBrowser)('shows each check of a lie, and which of them notices', async () => {
  const page = await app().open({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${app().url}/lab?as=operator`);
  await page.getByRole('button', { name: 'Tell it: 12b', exact: true }).click();
  const row = page.locator('li', { hasText: 'the operator withdraws more than its own funds' });
  await row.getByText(/Noticed by: anyone, by .*journal/).waitFor();
  await row.getByText(/\d+ checks/).click();
  expect(await row.getByRole('row', { name: /^journal/ }).innerText()).toContain('wrong');
});

it.runIf(hasBrowser)('is not there outside of local networks', async () => {
  const page = await app().open({ viewport: { width: 1280, height: 900 } });
  await page.route('**/trpc/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"network":"local"', '"network":"testnet"');
    await route.fulfill({ response, body });
  });
  await page.goto(`${app().url}/lab?as=operator`);
  await page.getByText('The lab is part of local networks only.').waitFor();
  expect(await page.getByRole('button', { name: /^(Tell|Run) all of them/ }).count()).toBe(0);
});
