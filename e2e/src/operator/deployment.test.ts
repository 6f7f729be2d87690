// Goal: what an operator installs is valid and closed: units without a complaint of systemd and with an exposure of at most 2.0, alerts that
// fire when they should and are silent when they should be, documents that explain every one of them. Method: the tools themselves.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTICE_KINDS } from '@glasspool/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../running-server.ts';

const UNITS = join(ROOT, 'deploy/systemd');
const EXPOSURE_MAX = 2;
const PROGRAM = '/opt/glasspool/node_modules/.bin/node';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Path of a tool, or an error that says how to get it. */
function getTool(name: string, variable: string, debian: string): string {
  const path = [process.env[variable], `/usr/bin/${name}`].find(
    (one) => one !== undefined && existsSync(one),
  );
  if (path === undefined)
    throw new Error(
      `${name} was not found. On Debian: sudo apt-get install ${debian}. Or set ${variable} to its path.`,
    );
  return path;
}

describe('a unit of systemd', () => {
  const names = readdirSync(UNITS);
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'glasspool-units-'));
    // The program is not installed here; any program that is does for the check.
    for (const name of names)
      writeFileSync(
        join(folder, name),
        readFileSync(join(UNITS, name), 'utf8').replaceAll(PROGRAM, '/bin/true'),
      );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(names)('is valid: %s', (name) => {
    const analyze = getTool('systemd-analyze', 'SYSTEMD_ANALYZE_PATH', 'systemd');
    const { status, stderr } = spawnSync(analyze, ['verify', join(folder, name)], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it.each(names.filter((name) => name.endsWith('.service')))('leaves little open: %s', (name) => {
    const analyze = getTool('systemd-analyze', 'SYSTEMD_ANALYZE_PATH', 'systemd');
    const output = execFileSync(analyze, ['security', '--offline=true', '--no-pager', join(folder, name)], {
      encoding: 'utf8',
    });
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1];
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX);
  });

  it('lets the server lower the priority of the thread that builds snapshots', () => {
    const text = readFileSync(join(UNITS, 'glasspool.service'), 'utf8');
    // Later lines win: `@resources` has the call.
    expect(text).toMatch(/^SystemCallFilter=~.*@resources\n(#.*\n)*SystemCallFilter=setpriority$/m);
  });

  it.each(['glasspool.service', 'glasspool-signer.service'])(
    'starts %s again after a failure, within limits',
    (name) => {
      const text = readFileSync(join(UNITS, name), 'utf8');
      for (const line of [
        'Restart=on-failure',
        'StartLimitIntervalSec=300',
        'StartLimitBurst=10',
        `User=${name.split('.')[0]}`,
      ])
        expect(text.split('\n')).toContain(line);
    },
  );
});

describe('an alert', () => {
  const rules = read('deploy/prometheus/glasspool.rules.yml');
  const tests = read('deploy/prometheus/glasspool.rules.test.yml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const promtool = (...args: string[]) =>
    spawnSync(getTool('promtool', 'PROMTOOL_PATH', 'prometheus'), args, { encoding: 'utf8' });

  it('is valid, and fires and stays silent as its tests say', () => {
    const check = promtool('check', 'rules', join(ROOT, 'deploy/prometheus/glasspool.rules.yml'));
    expect(check.stdout).toContain(`${alerts.length} rules found`);
    expect(check.status).toBe(0);
    const test = promtool('test', 'rules', join(ROOT, 'deploy/prometheus/glasspool.rules.test.yml'));
    expect(test.stdout).toContain('SUCCESS');
    expect(test.status).toBe(0);
  });

  it.each(alerts)('has a test that raises %s, and one that does not', (alert) => {
    const outcomes = [...tests.matchAll(new RegExp(`alertname: ${alert}\\n +exp_alerts:( \\[\\])?`, 'g'))];
    expect(outcomes.map(([, none]) => none === undefined).toSorted()).toEqual([false, true]);
  });

  it('uses series that the program has, as the dashboard does', () => {
    const program = read('apps/server/src/http/metrics.ts') + read('apps/server/src/http/pool-gauges.ts');
    const used = (rules + read('deploy/grafana/glasspool.json')).match(/glasspool_[a-z_]+/g) ?? [];
    const series = new Set(used.map((name) => name.replace(/_(count|bucket|sum)$/, '')));
    expect(series.size).toBeGreaterThan(10);
    for (const name of series) expect(program).toContain(`name: '${name}'`);
  });

  it.each([...NOTICE_KINDS, ...alerts])('is explained in the documents: %s', (name) => {
    const [, text = ''] = read('docs/operations.md').split('## What you see\n');
    const rows = (text.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
    const own = rows.filter((row) => row.split('|')[1]?.includes(`\`${name}\``));
    expect(own).toHaveLength(1);
    for (const cell of own[0]?.split('|').slice(2, 4) ?? []) expect(cell.trim().length).toBeGreaterThan(10);
  });
});

describe('the set of users and folders', () => {
  it('is made by systemd from the files of the project, with the server in the group of the signer', () => {
    const root = mkdtempSync(join(tmpdir(), 'glasspool-root-'));
    mkdirSync(join(root, 'etc'));
    execFileSync('systemd-sysusers', [`--root=${root}`, join(ROOT, 'deploy/sysusers.d/glasspool.conf')]);
    const groups = readFileSync(join(root, 'etc/group'), 'utf8');
    rmSync(root, { recursive: true });
    expect(groups).toMatch(/^glasspool-signer:x:\d+:glasspool$/m);
    expect(groups).toMatch(/^glasspool:x:\d+:$/m);
  });
});
