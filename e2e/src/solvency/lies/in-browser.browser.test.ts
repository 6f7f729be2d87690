// Goal: the pool's own page, in a real browser, comes to the verdict of the table on every lie, and never says that everything is right.
// Method: the page of the running program, signed in as the user of the lie; what the server would say of snapshots is the story's, and
// the page asks simulated nodes, since real ones would take hours to come into these states.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HONEST, LIES, publish, type ToldLie } from '@glasspool/lab/lies';
import { decodeManifest } from '@glasspool/proof';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, withAppBrowser } from '../../app-browser.ts';
import type { RestClient } from '../../rest-client.ts';
import { ROOT } from '../../running-server.ts';
import { ServedStory, USDT_CONTRACT } from './serve-story.ts';
import { NEWEST, showStory } from './show-story.ts';

const HOUR_MS = 3_600_000;
/** After the hour that a snapshot has for its anchor. */
const LOOK_AFTER_MS = 2 * HOUR_MS;
const SLOW_MS = 60_000;
/** All take five minutes: `npm run check:long` runs them, and a fifth of them run with every other test. */
const PLAYED = process.env['ALL_LIES'] === undefined ? LIES.filter((_lie, index) => index % 5 === 0) : LIES;
const USERS = ['alice', 'dave', 'erin', 'mallory'];
const CATALOGUE = readFileSync(join(ROOT, 'apps/web/locales/en.po'), 'utf8');
const app = withAppBrowser({});
const clients = new Map<string, RestClient>();

beforeAll(async () => {
  if (!hasBrowser) return;
  for (const user of USERS) clients.set(user, await app().user(user));
});

/** English text of the page. */
function toText(id: string): string {
  const [, text] = CATALOGUE.split(`msgid "${id}"\nmsgstr "`);
  if (text === undefined) throw new Error(`The page has no text ${id}.`);
  return text.slice(0, text.indexOf('"\n'));
}

/** Content of the page: the summary, and every check with its status. */
interface Shown {
  readonly summary: string;
  readonly checks: readonly { readonly title: string; readonly status: string }[];
}

/** Lets the user of a story check their part, then everything, with nodes of their own. */
async function checkInBrowser(told: ToldLie): Promise<Shown> {
  const user = told.ownPart?.email.split('@')[0] ?? 'alice';
  await using served = await ServedStory.start(told.pool);
  const page = await app().open({ token: clients.get(user)?.token });
  const manifest = told.pool.files.get(`${NEWEST}/manifest.bin`) ?? new Uint8Array();
  await page.clock.setFixedTime(decodeManifest(manifest).cutOffMs + LOOK_AFTER_MS);
  await page.goto(`${app().url}/support`);
  await showStory(page, told, user);
  await page.goto(`${app().url}/transparency`);
  await page.getByText('Use your own nodes').click();
  await page.getByLabel('BSC node').fill(served.bscUrl);
  await page.getByLabel('TRON node').fill(served.tronUrl);
  await page.getByLabel('USDT contract').fill(USDT_CONTRACT);
  if (told.anchorAddress !== undefined) await page.getByLabel('Anchor address').fill(told.anchorAddress);
  await page.getByRole('button', { name: 'Verify my balance' }).click();
  const everything = page.getByRole('button', { name: 'Check everything' });
  await everything.click();
  const summary = page.getByText(/othing was found wrong|Something is wrong with what the pool published/);
  const said = await summary.innerText();
  const checks = await readChecks(page.locator('main li'));
  await page.context().close();
  return { summary: said, checks };
}

/** Each check is a line with its title and its status; what is in a closed part of the page counts too. */
function readChecks(lines: Locator): Promise<Shown['checks']> {
  return lines.evaluateAll((items) =>
    items.flatMap((item) => {
      const [title, status] = item.querySelector('p')?.children ?? [];
      return title && status ? [{ title: title.textContent, status: status.textContent }] : [];
    }),
  );
}

const wrong = ({ checks }: Shown): string[] =>
  checks.filter(({ status }) => status === toText('verify.failed')).map(({ title }) => title);

describe.runIf(hasBrowser)('the page', () => {
  it('finds nothing wrong with an honest pool, and says what it could not check', async () => {
    const shown = await checkInBrowser({ pool: publish(HONEST) });
    expect(wrong(shown)).toEqual([]);
    expect(shown.summary).toBe('Nothing was found wrong, but 1 check could not be made. It is named below.');
    const unchecked = shown.checks.filter(({ status }) => status === toText('verify.all.notChecked'));
    expect(unchecked.map(({ title }) => title)).toEqual([toText('verify.all.step.stateProof')]);
  });

  it.each(PLAYED)(
    'comes to the verdict of lie $id',
    async ({ tell, verdict }) => {
      const shown = await checkInBrowser(tell());
      const titles = wrong(shown);
      expect(shown.summary).not.toContain('Everything was checked');
      if (verdict.by === 'anyone') {
        expect(titles).toContain(toText(`verify.all.step.${verdict.check}`));
        expect(shown.summary).toContain('Something is wrong');
      } else if (verdict.by === 'user') expect(titles).toContain(toText(`verify.step.${verdict.check}`));
      else if (verdict.by === 'incomplete') {
        const doubted = toText(`verify.all.step.${verdict.check}`);
        const { status } = shown.checks.find(({ title }) => title === doubted) ?? {};
        // The page always reads from a pool, which has to list what left: one that does not is wrong there.
        expect([toText('verify.all.notChecked'), toText('verify.failed')]).toContain(status);
        expect(titles.filter((title) => title !== doubted)).toEqual([]);
      } else expect(titles).toEqual([]);
    },
    SLOW_MS,
  );
});
