// Goal: a user sees the receipts of their entries and that the pool signed them; anyone judges a dispute on the page, which says that a
// pool lied when its journal does not have an entry that it signed for, and not when it has. Method: the running program with real
// deposits; then the same page beside the published files of a lying and of an honest story.
import { readFileSync } from 'node:fs';
import {
  computeNonce,
  getEmail,
  HONEST,
  mapEntries,
  type PublishedPool,
  publish,
  START_MS,
} from '@glasspool/lab/lies';
import { type EntryReceipt, encodeReceiptEntry, entryReceiptMessage, toHex } from '@glasspool/proof';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasBrowser, heading, sendUsdt, withAppBrowser } from '../../app-browser.ts';
import { PATIENCE_MS } from '../../browser.ts';
import { eventually } from '../../rest-client.ts';
import { toPlain } from './report.ts';
import { NEWEST, showStory } from './show-story.ts';

const MINUTE_MS = 60_000;
const app = withAppBrowser();

async function judge(
  page: Page,
  report: { name: string; mimeType: string; buffer: Buffer },
): Promise<string> {
  await page.getByLabel('Saved report or receipts').and(page.locator(':enabled')).setInputFiles(report);
  await page.getByRole('button', { name: 'Judge', exact: true }).click();
  const part = page.getByRole('region', { name: 'Judge a dispute' });
  return part
    .getByText(/The pool lied|The claim is not supported|Nothing can be told|This file is not/)
    .locator('..')
    .innerText();
}

const toFile = (text: string) => ({
  name: 'report.json',
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

it.runIf(hasBrowser)(
  'saves the receipts of a user that it shows and checks, and an honest pool withstands the claim',
  async () => {
    const user = await app().user('receipts');
    await sendUsdt(user, '120');
    await eventually(async () => (await user.post('/transfer/invest', { currency: 'USDT' })).status === 200);
    await user.post('/dev/fund-reserve', { currency: 'USDT', amount: '50' });
    await user.post('/dev/clock/advance', { hours: 24 });
    await eventually(async () => {
      const { body } = await user.get('/transparency/snapshots');
      return body.data.length > 0;
    });
    const page = await app().open({ token: user.token });
    await page.goto(`${app().url}/receipts`);
    await heading(page, 'Receipts and disputes');
    await page.getByText('3 receipts, all signed by the key of the pool.').waitFor();
    await page.getByText('Show 3 receipts').click();
    const rows = await page.locator('table tbody tr').allInnerTexts();
    expect(rows).toHaveLength(3);
    // The entry of a run is about all of its users: the sum of them is no amount of this one.
    expect(rows[0]).toMatch(/reward-page.*–/s);
    expect(rows[1]).toMatch(/investment.*120\.000 USDT/s);
    expect(rows[2]).toMatch(/deposit.*120\.000 USDT/s);
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save all receipts' }).click();
    const saved = readFileSync(await (await arriving).path(), 'utf8');
    // The snapshot that follows the reward run has all of the entries; one before it may be the newest for a moment.
    await expect
      .poll(() => judge(page, toFile(saved)), { timeout: PATIENCE_MS })
      .toMatch(/The claim is not supported/);
    expect(await judge(page, toFile('no report'))).toContain('not a report that a browser saved');
  },
);

it.runIf(hasBrowser)('says that a pool lied whose journal does not have what it signed for', async () => {
  const honest = publish(HONEST);
  const lying = publish(
    mapEntries(HONEST, (entry) =>
      entry.legs.some(([account]) => account.includes('erin')) ? undefined : entry,
    ),
  );
  const entry = honest.snapshots[0]?.entries.filter((one) => one.kind === 'deposit')[2];
  if (entry === undefined) throw new Error('The story has three deposits.');
  const facts = { number: 7, entry: encodeReceiptEntry(entry), signedAtMs: START_MS + 2 * MINUTE_MS };
  const receipt: EntryReceipt = {
    ...facts,
    signature: honest.keys.signReceipt(entryReceiptMessage(facts, computeNonce('erin'))),
  };
  const report = toFile(
    JSON.stringify(
      { email: getEmail('erin'), nonce: toHex(computeNonce('erin')), entryReceipts: [receipt] },
      toPlain,
    ),
  );
  const judgeBeside = async (pool: PublishedPool): Promise<string> => {
    const user = await app().user(pool === lying ? 'beside-a-lie' : 'beside-none');
    const page = await app().open({ token: user.token });
    await page.goto(`${app().url}/support`);
    await showStory(page, { pool }, 'erin');
    await page.route('**/api/transparency/snapshots?limit=1', (route) =>
      route.fulfill({ json: { data: [{ number: NEWEST }] } }),
    );
    await page.goto(`${app().url}/receipts`);
    return judge(page, report);
  };
  expect(await judgeBeside(lying)).toMatch(
    /The pool lied\s+Snapshot 0: it signed for an entry of the kind deposit/,
  );
  expect(await judgeBeside(honest)).toMatch(/The claim is not supported/);
});

it.runIf(hasBrowser)('takes no file before the scripts of the page are there', async () => {
  const page = await app().open({});
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${app().url}/receipts`, { waitUntil: 'commit' });
  expect(await page.getByLabel('Saved report or receipts').isDisabled()).toBe(true);
  scripts.resolve();
  expect(await judge(page, toFile('no report'))).toContain('not a report that a browser saved');
});
