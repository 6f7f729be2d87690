// Installs the dependencies when they are missing or older than package-lock.json, and runs the install scripts that package.json allows.
// Runs before anything is installed, so it uses Node's own modules only and works on Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MIN = 20;
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
    // What npm has to say goes to the errors: some commands print an answer.
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

/** npm 10 leaves out the link to the Node that the project brings, which every command runs on; npm 11 makes it. */
function linkNode(names) {
  const own = names.map((name) => join(modules, name, 'bin', 'node')).find((file) => existsSync(file));
  const link = join(modules, '.bin', 'node');
  if (own !== undefined && !existsSync(link)) symlinkSync(relative(dirname(link), own), link);
}

if (!isNewer(installed, lock)) {
  refuseOldTools();
  console.error('Installing dependencies (once; about a minute) ...');
  npm(['ci'], 'npm ci failed.');
}
if (!isNewer(scriptsDone, installed)) {
  const { allowScripts, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const allowed = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(modules, name)),
  );
  // .npmrc forbids them all; here, and here alone, the allowed ones run.
  if (allowed.length > 0) npm(['rebuild', '--ignore-scripts=false', ...allowed], 'An install script failed.');
  linkNode(Object.keys(optionalDependencies));
  writeFileSync(scriptsDone, `${allowed.join('\n')}\n`);
}
