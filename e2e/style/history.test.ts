// Goal: what was published stays as it was, and a commit says what it changes. Method: the history since a commit, which the next release
// moves on. A copy without that history, such as an archive, has nothing to compare.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../src/running-server.ts';

const PUBLISHED_AT = 'acc5173426167ac0c755f49408eb40f30afe83dc';
const HASHES = 'packages/db/src/migrations/published.json';
const SUBJECT = /^(feat|fix|refactor|perf|test|docs|build)(\([a-z-]+\))?: (?!\w+(?:ed|ing)\b)[a-z].*[^.]$/;
const SUBJECT_LENGTH_MAX = 72;

const Hashes = z.record(z.string(), z.string());

const git = (...parameters: readonly string[]): string =>
  execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' });
const isHistoryThere = spawnSync('git', ['cat-file', '-e', PUBLISHED_AT], { cwd: ROOT }).status === 0;

const findWrongSubjects = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => subject.length > SUBJECT_LENGTH_MAX || !SUBJECT.test(subject));

/** Migrations of a published list that another list leaves out, or has with other bytes. */
const findChanged = (before: z.infer<typeof Hashes>, now: z.infer<typeof Hashes>): string[] =>
  Object.keys(before).filter((file) => before[file] !== now[file]);

describe('the history since the last release', () => {
  it('has subjects that name the change in the imperative', () => {
    const range = isHistoryThere ? [`${PUBLISHED_AT}..HEAD`] : ['-1'];
    const subjects = git('log', '--no-merges', '--format=%s', ...range)
      .trim()
      .split('\n');
    expect(findWrongSubjects(subjects)).toEqual([]);
  });

  it('refuses planted subjects', () => {
    const planted = ['Fix it', 'fix: added a rule', 'fix: store it.', `fix: ${'x'.repeat(68)}`];
    expect(findWrongSubjects([...planted, 'fix(outgoing): store any nonce holder'])).toEqual(planted);
  });

  it('changes no published migration', () => {
    const now = Hashes.parse(JSON.parse(readFileSync(join(ROOT, HASHES), 'utf8')));
    const before = isHistoryThere ? Hashes.parse(JSON.parse(git('show', `${PUBLISHED_AT}:${HASHES}`))) : now;
    expect(findChanged(before, now)).toEqual([]);
    const [first = ''] = Object.keys(now);
    expect(findChanged(now, { ...now, [first]: 'other bytes' })).toEqual([first]);
  });
});
