// `npm run check:long` runs 300 seeded schedules of faults, changes every single field of a published snapshot, and sends 2,000 inputs
// to each path and procedure of the API, and kills a reward run before each of its statements;
// `FAULT_SEED=7 npm run check:long` repeats one schedule, on both databases.
import { spawnSync } from 'node:child_process';
import { ROOT } from '../running-server.ts';

const SEEDS = '300';
const INPUTS = '2000';
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
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { FAULT_SEEDS: SEEDS, CONTRACT_INPUTS: INPUTS, KILL_EVERY: '1', ...process.env },
  },
);
process.exitCode = status ?? 1;
