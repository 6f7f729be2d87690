// Installs the dependencies when they are missing or older than package-lock.json.
// Runs before anything is installed, so it uses Node's own modules only and works on Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = join(root, 'package-lock.json');
// npm writes this file last, so an interrupted install leaves it absent or old.
const marker = join(root, 'node_modules', '.package-lock.json');

const upToDate = existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs;
if (!upToDate) {
  console.log('Installing dependencies (once; about a minute) ...');
  const run = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) {
    console.error('npm ci failed. Check the network and the lines above, then run the command again.');
    process.exit(run.status ?? 1);
  }
}
