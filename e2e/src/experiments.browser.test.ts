// Goal: each experiment of the lab runs from its button to the verdict of the list, in a sandbox that leaves nothing behind and does not
// touch the pool; outside of local networks the server does not have it. Method: the page of the running program, real nodes.
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { EXPERIMENT_IDS } from '@glasspool/api/contracts';
import { EXPERIMENT_GROUPS, EXPERIMENTS, listExpectedChecks } from '@glasspool/lab/experiments';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasBrowser, heading, withAppBrowser } from './app-browser.ts';

/** The longest one starts some thirty processes, one after the other; the server ends one after ten minutes. */
const RUN_MS = 660_000;
/** Experiments of each group that the course asks for. */
const COURSE_STEPS = { chain: 2, attacker: 1, fate: 2 } as const;
const app = withAppBrowser();

const open = async (group: string): Promise<Page> => {
  const page = await app().open({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${app().url}/lab?as=${group}`);
  await heading(page, 'Lab');
  return page;
};

const listSandboxes = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('glasspool-lab-'));

it.runIf(hasBrowser).each(EXPERIMENT_GROUPS)(
  'runs every experiment of the group "%s" to the verdict of the list, and saves a report',
  async (group) => {
    const ids = EXPERIMENT_IDS.filter((id) => EXPERIMENTS[id].group === group);
    const before = (await app().client().get('/transparency')).body;
    const page = await open(group);
    for (const id of ids) {
      const row = page.locator(`[data-experiment="${id}"]`);
      await row.getByRole('button', { name: /^Run it:/ }).click();
      await row
        .getByText(/^(As expected|Not as expected|The experiment was interrupted.*)$/)
        .waitFor({ timeout: RUN_MS });
      const told = await row.getByRole('log').innerText();
      expect(await row.getByText('As expected', { exact: true }).count(), `${id}\n${told}`).toBe(1);
      // Every line is in words.
      expect(told).not.toContain('experiment.');
      const broken = listExpectedChecks(id).filter(({ holds }) => !holds).length;
      expect(await row.getByRole('log').getByText('fails, as expected').count(), told).toBe(broken);
    }
    await page.getByText(`${ids.length} of ${ids.length} run, ${ids.length} as expected`).waitFor();
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a report' }).click();
    const report = readFileSync(await (await arriving).path(), 'utf8');
    expect(report.match(/<section>/g)).toHaveLength(ids.length);
    // It needs no other file, and runs nothing.
    expect(report).not.toMatch(/<script|<link|src=|url\(|experiment\./);
    // The course knows of those of this group, and of no others.
    await page.goto(`${app().url}/lab/courses?course=fails`);
    await page.getByText(`${COURSE_STEPS[group]} of 7 steps done`).waitFor();
    const after = (await app().client().get('/transparency')).body;
    expect(after.data).toEqual(before.data);
  },
  6 * RUN_MS,
);

it.runIf(hasBrowser)(
  'breaks an experiment off, and removes its sandbox',
  async () => {
    const page = await open('chain');
    const others = listSandboxes();
    await page.getByRole('button', { name: 'Run all of them' }).click();
    await page.getByText(/^The sandbox is ready/).waitFor();
    expect(listSandboxes().length).toBeGreaterThan(others.length);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => listSandboxes().length, { timeout: 30_000 }).toBe(others.length);
    const { length } = EXPERIMENT_IDS.filter((id) => EXPERIMENTS[id].group === 'chain');
    await page.getByText(`0 of ${length} run, 0 as expected`).waitFor();
  },
  RUN_MS,
);
