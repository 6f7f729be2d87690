// Installs the dependencies when they are missing or older than package-lock.json, and runs the install scripts that package.json allows;
// with --to-run only those that building and running the program need. Runs before anything is installed, so it uses Node's own modules
// only and works on Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MIN = 20;
/** Oldest Node that the program itself runs on: it is TypeScript that no build step touches. */
const OWN_NODE_MIN = 24;
const NPM_MIN = 10;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lock = join(root, 'package-lock.json');
// npm writes this file last, so an interrupted install leaves it absent or old.
const installed = join(modules, '.package-lock.json');
const scriptsDone = join(modules, '.install-scripts-done');

const isNewer = (file, than) => existsSync(file) && statSync(file).mtimeMs >= statSync(than).mtimeMs;

function npm(args, whatFailed) {
  const run = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    // Output of npm goes to the errors: some commands print an answer.
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  if (run.status === 0) return;
  console.error(`${whatFailed} Check the network and the lines above, then run the command again.`);
  process.exit(run.status ?? 1);
}

/** Older versions leave out a part of what they install and say nothing. */
function refuseOldTools() {
  const { stdout } = spawnSync('npm', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [node, npmVersion] = [process.versions.node, String(stdout).trim()];
  if (Number.parseInt(node, 10) >= NODE_MIN && Number.parseInt(npmVersion, 10) >= NPM_MIN) return;
  console.error(
    `Glasspool is installed with Node ${NODE_MIN} and npm ${NPM_MIN} or newer; here are Node ${node} and npm ${npmVersion || 'none'}. Nothing was installed. Update them (npm install --global npm@11), then run the command again.`,
  );
  process.exit(1);
}

/**
 * Sees to it that every command runs on Node 24: the one that the settings name, the one that a package brings for this platform (npm 10
 * leaves out the link to it; npm 11 makes it), or the one that runs now.
 */
function linkNode(names) {
  const link = join(modules, '.bin', 'node');
  const named = process.env.GLASSPOOL_NODE;
  if (named !== undefined && named !== '') {
    if (!isNewNode(named))
      refuseNode(`GLASSPOOL_NODE names ${named}, which is not Node ${OWN_NODE_MIN} or newer.`);
    rmSync(link, { force: true });
    symlinkSync(named, link);
    return;
  }
  const own = names.map((name) => join(modules, name, 'bin', 'node')).find((file) => existsSync(file));
  if (own !== undefined && !existsSync(link)) symlinkSync(relative(dirname(link), own), link);
  if (own === undefined && !isNewNode(process.execPath))
    refuseNode(
      `No package brings Node ${OWN_NODE_MIN} for this platform, and here is Node ${process.versions.node}.`,
    );
}

function isNewNode(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number.parseInt(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? '0', 10) >= OWN_NODE_MIN;
}

function refuseNode(reason) {
  console.error(
    `${reason} Install Node ${OWN_NODE_MIN} or newer (nodejs.org) so that it is the first on the PATH, or name it with GLASSPOOL_NODE, then run the command again.`,
  );
  process.exit(1);
}

const {
  allowScripts,
  devDependencies = {},
  optionalDependencies,
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const isToRun = process.argv.includes('--to-run');
const hasTools = Object.keys(devDependencies).every((name) => existsSync(join(modules, name)));
if (!isNewer(installed, lock)) {
  refuseOldTools();
  console.error(
    `Installing ${isToRun ? 'what the program needs' : 'dependencies'} (once; about a minute) ...`,
  );
  npm(isToRun ? ['ci', '--omit=dev'] : ['ci'], 'npm ci failed.');
} else if (!isToRun && !hasTools) {
  refuseOldTools();
  console.error('Installing the tools of tests and checks (once; about a minute) ...');
  // Adds to the packages that are there: npm ci would take those away from a pool that runs.
  npm(['install', '--no-save'], 'npm install failed.');
}
if (!isNewer(scriptsDone, installed)) {
  const allowed = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(modules, name)),
  );
  // .npmrc forbids them all; here, and here alone, the allowed ones run.
  if (allowed.length > 0) npm(['rebuild', '--ignore-scripts=false', ...allowed], 'An install script failed.');
  writeFileSync(scriptsDone, `${allowed.join('\n')}\n`);
}
linkNode(Object.keys(optionalDependencies));
