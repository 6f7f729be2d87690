// `npm run pack -- FOLDER` packs the programs that run without this repository, one file each with all that it needs, into FOLDER.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const ENGINES = '>=20';
const PROGRAMS = [
  {
    workspace: 'packages/verify',
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
  { workspace: 'packages/watch', beside: ['packages/watch/README.md', 'docs/proof-of-solvency.md'] },
];

const [destination = 'dist-packages'] = process.argv.slice(2);
mkdirSync(destination, { recursive: true });
for (const program of PROGRAMS) await pack(program, resolve(destination));

/** Bundles a program, and packs it with the files that stand beside it. */
async function pack({ workspace, beside }, folder) {
  const { name, version, description, license, bin } = readJson(join(ROOT, workspace, 'package.json'));
  const stage = mkdtempSync(join(tmpdir(), 'glasspool-pack-'));
  try {
    const bins = {};
    for (const [command, entry] of Object.entries(bin)) {
      const bundle = await rolldown({
        input: join(ROOT, workspace, entry),
        platform: 'node',
        transform: { target: 'node20' },
        logLevel: 'warn',
      });
      await bundle.write({ file: join(stage, `${command}.js`), format: 'esm' });
      await bundle.close();
      bins[command] = `${command}.js`;
    }
    for (const file of beside) copyFileSync(join(ROOT, file), join(stage, basename(file)));
    copyFileSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
    const manifest = {
      name,
      version,
      description,
      license,
      type: 'module',
      bin: bins,
      engines: { node: ENGINES },
    };
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', folder], {
      cwd: stage,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
    process.stdout.write(`${join(folder, `${name}-${version}.tgz`)}\n`);
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
