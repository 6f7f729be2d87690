// `npm run release` writes dist/release/glasspool-VERSION.tar.gz: what runs, of the last commit, with the web app built; -- FOLDER COMMIT name
// another place and commit. Unpacked it is installed by `npm ci --omit=dev` (npm 11) or `npm start`, and nothing is built. The same commit
// makes the same bytes with the same versions of npm, tar and gzip.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Content of the archive beside the web app: code and documents. The lab's pages are in the web app, and its tests stay here as all do. */
const CONTENT = [
  'apps/server',
  'packages',
  'deploy',
  'docs',
  'scripts/ensure-install.mjs',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'LICENSE',
  'README.md',
  ':(exclude,glob)**/*.test.ts',
  ':(exclude)packages/lab',
  ':(exclude)docs/.vitepress',
  ':(exclude)docs/package.json',
];
const WORKSPACES = ['apps/server', 'packages/*'];
/** Commands of package.json that the archive has the programs of. */
const PROGRAMS = /^(?:exec )?node (?:apps|packages)\//;

const { version } = readJson(join(ROOT, 'package.json'));
const name = `glasspool-${version}`;
const [target = join(ROOT, 'dist/release'), commit] = process.argv.slice(2);
const release = resolve(target);
const stage = mkdtempSync(join(tmpdir(), 'glasspool-release-'));
try {
  if (commit === undefined) refuseChanges();
  const folder = join(stage, name);
  mkdirSync(folder);
  run('sh', ['-c', 'git archive "$@" | tar -x -C "$0"', folder, commit ?? 'HEAD', '--', ...CONTENT], ROOT);
  cpSync(join(ROOT, 'apps/web/dist'), join(folder, 'apps/web/dist'), { recursive: true });
  writeManifests(folder);
  // Takes what is left out of the lock file; needs no network, as nothing is new.
  run(
    'npm',
    ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund', '--loglevel=error'],
    folder,
  );
  mkdirSync(release, { recursive: true });
  const file = join(release, `${name}.tar.gz`);
  const time = run('git', ['log', '-1', '--format=%cI', commit ?? 'HEAD'], ROOT).trim();
  const tar = `tar --sort=name --mtime="$0" --owner=0 --group=0 --numeric-owner --mode=u+w,go=u-w -c "$1" | gzip -9n > "$2"`;
  run('sh', ['-c', tar, time, name, file], stage);
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(stage, { recursive: true });
}

/** A commit that is named is taken as it is; the last one is meant to be the tree from which the web app was built. */
function refuseChanges() {
  const changed = run('git', ['status', '--porcelain', '--untracked-files=no'], ROOT);
  if (changed === '') return;
  console.error(
    `A release is made of a commit, and these changes are in none:\n${changed}Commit them, then run it again.`,
  );
  process.exit(1);
}

/** Without what only tests, tools and the build of the web app need. */
function writeManifests(folder) {
  const packages = readdirSync(join(folder, 'packages')).map((name) => `packages/${name}/package.json`);
  for (const path of ['package.json', 'apps/server/package.json', ...packages]) {
    const { devDependencies: _, ...manifest } = readJson(join(folder, path));
    if (path === 'package.json') {
      manifest.workspaces = WORKSPACES;
      delete manifest.dependencies;
      manifest.scripts = {
        start:
          'node scripts/ensure-install.mjs --to-run && exec node --max-semi-space-size=8 apps/server/src/main.ts',
        ...Object.fromEntries(
          Object.entries(manifest.scripts).filter(([, command]) => PROGRAMS.test(command)),
        ),
      };
    }
    writeFileSync(join(folder, path), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

function run(program, parameters, cwd) {
  return execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
