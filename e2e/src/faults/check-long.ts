// `npm run check:long` runs 300 seeded schedules of faults, changes every single field of a published snapshot, and sends 2,000 inputs
// to each path and procedure of the API, kills a reward run before each of its statements, and plays 10,000 sequences of a server that
// was taken over against the signer, and lets every dependency fail in every way (operator/fault-matrix, disk-full), and shows every lie to a browser, and plays 10,000 stories of the simulator, plants its defects, and mutates the rules of money and of the verifiers;
// `FAULT_SEED=7 npm run check:long` repeats one schedule, on both databases.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { ROOT } from '../running-server.ts';

const SEEDS = '300';
const INPUTS = '2000';
const SEQUENCES = '10000';
const STORIES = '10000';
const STORIES_ON_POSTGRES = '200';
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
    'signer/red-team',
    'operator/fault-matrix',
    'operator/disk-full',
    'lies/in-browser',
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
  spawnSync('npm', ['run', 'sim:planted'], { cwd: ROOT, stdio: 'inherit' }),
].filter((run) => run.status !== 0);
process.exitCode = failed.length > 0 ? 1 : 0;
