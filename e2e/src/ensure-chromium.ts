// Provides a Chromium for the browser tests. Where the machine has none, the one of e2e/chromium is installed (about 75 MB) and
// unpacked with the libraries that it brings. What happens is said; on a platform without such a package the browser tests say what to do.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findChromium, HOW_TO_GET_A_BROWSER, INSTALLED_CHROMIUM } from './browser.ts';

/** The package unpacks its libraries only where it takes itself to be on this platform. */
const ENVIRONMENT_WITH_LIBRARIES = 'AWS_Lambda_nodejs24.x';
/** In the locale of C this Chromium names the language 'en-US@posix', which Intl refuses. */
const LOCALE = 'LC_ALL=en_US.UTF-8 LANGUAGE=en_US ';
const say = (text: string): boolean => process.stderr.write(`${text}\n`);
const PACKAGE_FOLDER = join(import.meta.dirname, '..', 'chromium');

/** Installs exactly what e2e/chromium/package-lock.json names. */
function install(): void {
  const { status } = spawnSync(
    'npm',
    ['ci', '--workspaces=false', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: PACKAGE_FOLDER,
      stdio: ['ignore', 2, 2],
    },
  );
  if (status !== 0) {
    say(
      `Chromium was not installed: npm ci in e2e/chromium failed. Check the network, then run the command again. ${HOW_TO_GET_A_BROWSER}`,
    );
    process.exit(1);
  }
}

/** Unpacks Chromium and its libraries, and writes a command that starts it with them. */
function unpack(): void {
  const folder = join(dirname(INSTALLED_CHROMIUM), 'unpacked');
  mkdirSync(folder, { recursive: true });
  // In a process of its own: the package reads these settings when it is imported.
  const script =
    "const { default: chromium } = await import('@sparticuz/chromium'); console.log(JSON.stringify([await chromium.executablePath(), process.env.LD_LIBRARY_PATH ?? '']));";
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: PACKAGE_FOLDER,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: ENVIRONMENT_WITH_LIBRARIES },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('Chromium was installed but not unpacked. The lines above say why.');
  // The script prints this pair.
  const [executable, libraries]: [string, string] = JSON.parse(stdout);
  writeFileSync(
    INSTALLED_CHROMIUM,
    `#!/bin/sh\n${LOCALE}LD_LIBRARY_PATH='${libraries}' exec '${executable}' "$@"\n`,
  );
  chmodSync(INSTALLED_CHROMIUM, 0o755);
}

if (findChromium() === undefined) {
  if (process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)) {
    say('No Chromium was found. The one of e2e/chromium is installed for the browser tests (about 75 MB).');
    install();
    unpack();
  } else say(HOW_TO_GET_A_BROWSER);
}
