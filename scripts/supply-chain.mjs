// Writes the bill of materials (CycloneDX) to dist/sbom.json and compares it with package-lock.json; with --audit it asks the registry for
// known holes too, which not every registry answers.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = 'dist/sbom.json';

function run(args) {
  const { status, stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return stdout;
  console.error(`npm ${args.join(' ')} failed.${stdout === '' ? '' : `\n${stdout}`}`);
  process.exit(1);
}

/** The packages that run in production, as `name@version`: those of the lockfile that are neither for development nor of this repository. */
function listLocked() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, one]) => path.includes('node_modules/') && one.dev !== true && one.link !== true)
    .filter(([, one]) => one.devOptional !== true)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`);
}

const text = run(['run', '--silent', 'sbom']);
const { components } = JSON.parse(text);
const listed = new Set();
const collect = (parts) => {
  for (const { group, name, version, components: inner = [] } of parts) {
    listed.add(`${group === undefined ? '' : `${group}/`}${name}@${version}`);
    collect(inner);
  }
};
collect(components);
const missing = [...new Set(listLocked())].filter((one) => !listed.has(one));
if (missing.length > 0) {
  console.error(`${FILE} would lack what the lockfile has: ${missing.join(', ')}`);
  process.exit(1);
}
mkdirSync(join(root, dirname(FILE)), { recursive: true });
writeFileSync(join(root, FILE), text);
console.log(`${FILE}: ${listed.size} packages, and none of the lockfile's is missing.`);

if (process.argv.includes('--audit')) {
  run(['audit', '--omit=dev', '--audit-level=moderate', '--audit=true']);
  console.log('The registry knows of no hole in them.');
} else {
  console.log(
    'Known holes were not asked for: npm run supply-chain -- --audit does, where the registry answers.',
  );
}
