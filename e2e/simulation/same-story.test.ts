// Goal: a seed always plays the same story, so that a failure can be examined.
// Method: seeds are played twice, in another order, after other stories, and by a process with the settings of another machine. One is
// compared with the story that is kept in `seed-14.txt`. A change of the rules or of the order of steps changes that story too: `npx vitest
// run --config vitest.workspace.ts e2e/simulation/same-story -u` replaces it, and the diff shows the effect of the change.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { toStory } from './seeds.ts';
import { simulate } from './simulate.ts';

it.each([3, 8, 14, 26])('is the same story for the same seed: %d', async (seed) => {
  const [first, again] = [await simulate(toStory(seed)), await simulate(toStory(seed))];
  expect(again.story).toEqual(first.story);
  expect(again.points).toBe(first.points);
  expect(again.counters.list()).toEqual(first.counters.list());
});

it('is the story that is kept in the repository, with its counts, whatever machine plays it', async () => {
  const { story, counters, points } = await simulate(toStory(14));
  const counts = counters.list().map(([event, times]) => `${String(times).padStart(8)}  ${event}`);
  await expect([...story, '', ...counts, '', `${points} points`, ''].join('\n')).toMatchFileSnapshot(
    './seed-14.txt',
  );
});

it('is another story for another seed', async () => {
  const [first, other] = [await simulate(toStory(3)), await simulate(toStory(4))];
  expect(other.story).not.toEqual(first.story);
});

it('is the same story in another place, time zone and language, with little memory', async () => {
  const { story } = await simulate(toStory(3));
  const elsewhere = mkdtempSync(join(tmpdir(), 'glasspool-elsewhere-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const output = execFileSync(
    process.execPath,
    [
      '--max-semi-space-size=1',
      '--single-threaded',
      join(import.meta.dirname, 'main.ts'),
      '--seed',
      '3',
      '--as-is',
    ],
    {
      cwd: elsewhere,
      encoding: 'utf8',
      env: { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', TMPDIR: elsewhere, HOME: elsewhere },
    },
  );
  expect(output.split('\n').slice(0, story.length)).toEqual(story);
});
