// `npm run pack -- FOLDER` packs what runs without this repository into FOLDER: two programs, one file each with all that it needs, and the
// typed client.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { writeClientTypes } from './pack-client.mjs';

const ROOT = join(import.meta.dirname, '..');
const ENGINES = '>=20';
/** Package that both programs are made of. */
const PROOF = 'packages/verify';
const PROGRAMS = [
  {
    command: 'glasspool-verify',
    description: "Checks a snapshot of Glasspool's books without its server or its database",
    beside: [
      'packages/verify/README.md',
      'packages/verify/python/glasspool_verify.py',
      'docs/proof-of-solvency.md',
      'docs/books.md',
      'docs/lying-operator.md',
      'docs/solvency-vectors.json',
      'docs/solvency-schemas.json',
    ],
  },
  {
    command: 'glasspool-watch',
    description:
      'Checks every snapshot of a pool, keeps what it saw, compares it with other watchers and raises alarms',
    beside: ['packages/verify/src/watch/README.md', 'docs/proof-of-solvency.md'],
  },
];
const API = 'packages/api';
const CLIENT = {
  name: '@glasspool/api',
  description: 'Typed calls of a Glasspool, with amounts as bigint',
};
/** Packages that the client installs; everything else is in its file. */
const CLIENT_DEPENDENCIES = ['@trpc/client', '@trpc/server', 'superjson'];

const [destination = 'dist-packages'] = process.argv.slice(2);
const target = resolve(destination);
mkdirSync(target, { recursive: true });
for (const program of PROGRAMS) await packProgram(program);
await packClient();

/** Bundles a program, and packs it with the files that stand beside it. */
async function packProgram({ command, description, beside }) {
  const manifest = readJson(join(ROOT, PROOF, 'package.json'));
  await onStage(async (stage) => {
    const file = `${command}.js`;
    await bundle(join(ROOT, PROOF, manifest.bin[command]), join(stage, file));
    pack(
      stage,
      { ...manifest, name: command, description },
      { beside, fields: { bin: { [command]: file } } },
    );
  });
}

/** Bundles the client, and packs it with its types. */
async function packClient() {
  const manifest = readJson(join(ROOT, API, 'package.json'));
  const dependencies = Object.fromEntries(
    CLIENT_DEPENDENCIES.map((name) => [name, manifest.dependencies[name]]),
  );
  await onStage(async (stage) => {
    await bundle(join(ROOT, API, manifest.exports['./client']), join(stage, 'index.js'), CLIENT_DEPENDENCIES);
    await onStage(async (scratch) => writeClientTypes(scratch, stage));
    const exports = { './client': { types: './index.d.ts', default: './index.js' } };
    const fields = { sideEffects: false, exports, dependencies };
    pack(stage, { ...manifest, ...CLIENT }, { beside: [`${API}/src/client/README.md`], fields });
  });
}

async function bundle(input, file, external = []) {
  const made = await rolldown({
    input,
    external,
    platform: 'node',
    transform: { target: 'node20' },
    logLevel: 'warn',
  });
  await made.write({ file, format: 'esm' });
  await made.close();
}

function pack(stage, { name, version, description, license }, { beside, fields }) {
  for (const file of beside) copyFileSync(join(ROOT, file), join(stage, basename(file)));
  copyFileSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    ...fields,
    engines: { node: ENGINES },
  };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', target], {
    cwd: stage,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
  process.stdout.write(`${join(target, nameOfTarball(name, version))}\n`);
}

/** As npm names it: a scope stands before the name, without its sign. */
function nameOfTarball(name, version) {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

async function onStage(work) {
  const stage = mkdtempSync(join(tmpdir(), 'glasspool-pack-'));
  try {
    await work(stage);
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
