// Runs the build of every workspace, without reports to the makers of Turborepo (https://turborepo.com/docs/telemetry), which it would
// otherwise announce at the first start.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ran = spawnSync('turbo', ['run', 'build', '--output-logs=errors-only'], {
  stdio: 'inherit',
  cwd: dirname(dirname(fileURLToPath(import.meta.url))),
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  shell: process.platform === 'win32',
});
if (ran.error !== undefined) console.error(ran.error.message);
process.exit(ran.status ?? 1);
