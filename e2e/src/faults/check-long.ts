// `npm run check:long` runs the long form of every test that has one: more seeds, more inputs, every lie, every row of a table, a kill before each
// statement; then it plays on real nodes where there are any, plants the simulator's defects, and mutates the rules of money and of the verifiers.
// `FAULT_SEED=7 npm run check:long` repeats one schedule of faults, on both databases.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { ROOT } from '../running-server.ts';

const SEEDS = '300';
const INPUTS = '2000';
const SEQUENCES = '10000';
const STORIES = '10000';
const STORIES_ON_POSTGRES = '1000';
/** Parts whose mutants the tests have to find, each with a score that it keeps. */
const MUTATED = ['money', 'proof'];

const { status } = spawnSync(
  'npx',
  [
    'vitest',
    'run',
    '--config',
    'vitest.workspace.ts',
    'faults',
    'tamper',
    'http/contract',
    'interrupted-runs',
    'outgoing/killed',
    'signer/red-team',
    'operator/fault-matrix',
    'operator/disk-full',
    'lies/in-browser',
    'lies/both-programs',
    'honest-month',
    'edited-books',
    'keys/conformance',
    'looks.browser',
    'slow.browser',
    'flows.browser',
    'src/sweep.test',
    'src/kill.test',
    'simulation',
    'e2e/cluster',
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      FAULT_SEEDS: SEEDS,
      CONTRACT_INPUTS: INPUTS,
      KILL_EVERY: '1',
      RED_TEAM_SEQUENCES: SEQUENCES,
      FAULT_MATRIX: 'whole',
      ALL_LIES: '1',
      ALL_LOOKS: '1',
      MONTH: 'whole',
      EDITS: '2000',
      KEYS: '10000',
      SWEEP_ADDRESSES: '200',
      KILLS: '10',
      ROLLING_MS: '300000',
      SIM_SEEDS: STORIES,
      SIM_POSTGRES: STORIES_ON_POSTGRES,
      // Another one each time, which the test prints.
      RED_TEAM_SEED: String(randomInt(2 ** 31)),
      ...process.env,
    },
  },
);
const failed = [
  { status },
  ...MUTATED.map((part) =>
    spawnSync('npx', ['stryker', 'run', `e2e/mutation/${part}.mjs`], { cwd: ROOT, stdio: 'inherit' }),
  ),
  spawnSync('npm', ['run', 'check:real-nodes'], { cwd: ROOT, stdio: 'inherit' }),
  spawnSync('npm', ['run', 'sim:planted'], { cwd: ROOT, stdio: 'inherit' }),
].filter((run) => run.status !== 0);
process.exitCode = failed.length > 0 ? 1 : 0;
