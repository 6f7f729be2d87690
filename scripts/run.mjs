// `npm run bench -- NAME` and `npm run generate -- NAME` run one program of a group; without a name they list the group.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Programs of each group: name, file, and what it does. */
const GROUPS = {
  bench: {
    all: ['bench/src/all.ts', 'every bench in its short form, and one table'],
    api: ['bench/src/api.ts', 'requests of the running program'],
    'back-office': ['bench/src/back-office.ts', 'the back office with 1,000,000 transactions'],
    'catch-up': ['bench/src/catch-up.ts', 'a scanner that was away'],
    cluster: ['bench/src/cluster.ts', '1, 2 and 4 web processes on one PostgreSQL'],
    day: ['bench/src/day.ts', 'a whole day of a large pool'],
    forecast: ['bench/src/forecast.ts', 'the time machine at 3,650 days'],
    growth: ['bench/src/growth.ts', 'calls on pools of growing size'],
    idle: ['bench/src/idle.ts', 'steps of an idle pool'],
    lighthouse: ['e2e/src/lighthouse.ts', 'the pages on an emulated phone'],
    postgres: ['bench/src/postgres.ts', 'money on PostgreSQL with 1, 10 and 20 connections'],
    privacy: ['bench/src/privacy.ts', 'what the published files tell outsiders'],
    restore: ['bench/src/restore.ts', 'backup and restore of a large pool'],
    rewards: ['bench/src/rewards.ts', 'one reward run over 200,000 investments'],
    seed: ['bench/src/seed.ts', 'creates the large pool that the others read'],
    sockets: ['bench/src/sockets.ts', '10,000 websockets'],
    solvency: ['bench/src/solvency.ts', 'building and checking the leaves of a snapshot'],
    'solvency-year': ['bench/src/solvency-year.ts', 'the check of a year of snapshots'],
  },
  generate: {
    assets: ['e2e/src/make-assets.ts', 'PDF, icons and pictures of the product'],
    'lie-folders': ['e2e/src/solvency/lies/write-folders.ts', 'examples that a verifier must refuse'],
    openapi: ['packages/api/src/openapi/print-document.ts', 'the OpenAPI document, to its output'],
    screenshots: ['e2e/src/screenshots.ts', 'docs/screenshots, or every picture into a folder'],
    'solvency-vectors': ['e2e/src/solvency/vectors.ts', 'docs/solvency-vectors.json'],
    token: ['packages/chains/src/local/token/compile.ts', 'the test token of the local chain'],
  },
};

const [group = '', given = '', ...rest] = process.argv.slice(2);
const programs = GROUPS[group] ?? {};
const name = group === 'bench' && (given === '' || given.startsWith('--')) ? 'all' : given;
const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (program === undefined) {
  const lines = Object.entries(programs).map(([one, [, what]]) => `  ${one.padEnd(18)}${what}`);
  console.error(`Usage: npm run ${group} -- NAME\n\n${lines.join('\n')}`);
  process.exit(2);
}
const args = name === 'all' && given !== 'all' ? process.argv.slice(3) : rest;
const ran = spawnSync(process.execPath, [join(ROOT, program[0]), ...args], { stdio: 'inherit', cwd: ROOT });
process.exit(ran.status ?? 1);
