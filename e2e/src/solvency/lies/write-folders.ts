// Examples that a verifier has to refuse: `npm run generate -- lie-folders FOLDER` writes a folder for each lie of docs/lying-operator.md, with the
// published files, what nodes know, a user's report where it is about one user, and the verdict.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HONEST, LIES, publish, type ToldLie, type Verdict } from '@glasspool/lab/lies';
import { presentReport, toPlain } from './report.ts';

/** Writes the honest pool and every lie; returns the number of folders. */
export function writeFolders(folder: string): number {
  writeStory(join(folder, 'honest'), { pool: publish(HONEST) }, { by: 'honest' });
  for (const { id, what, tell, verdict } of LIES)
    writeStory(join(folder, id), tell(), { what, ...describeVerdict(verdict) });
  return LIES.length + 1;
}

function describeVerdict(verdict: Verdict): object {
  return 'says' in verdict ? { ...verdict, says: verdict.says.source } : verdict;
}

function writeStory(place: string, told: ToldLie, verdict: object): void {
  const { pool, movements, anchorAddress, ownPart } = told;
  for (const [name, file] of pool.files) {
    const path = join(place, 'published', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
  const given = { ...verdict, snapshot: pool.snapshots.length - 1, anchorAddress, movements };
  const files = {
    'verdict.json': given,
    'nodes.json': pool.chains.describe(),
    ...(ownPart && { 'report.json': presentReport(ownPart) }),
  };
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(place, name), `${JSON.stringify(value, toPlain, 1)}\n`);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name a folder: npm run generate -- lie-folders FOLDER');
  process.stdout.write(`${writeFolders(folder)} folders in ${folder}\n`);
}
