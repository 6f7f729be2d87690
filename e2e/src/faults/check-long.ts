// `npm run check:long` runs 300 seeded schedules of faults, and changes every single field of a published snapshot;
// `FAULT_SEED=7 npm run check:long` repeats one schedule, on both databases.
import { spawnSync } from 'node:child_process';
import { ROOT } from '../running-server.ts';

const SEEDS = '300';
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'vitest.workspace.ts', '--project', 'e2e', 'faults', 'tamper'],
  { cwd: ROOT, stdio: 'inherit', env: { FAULT_SEEDS: SEEDS, ...process.env } },
);
process.exitCode = status ?? 1;
