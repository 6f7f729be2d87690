// Goal: what docs/where.md says is somewhere is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

const text = readFileSync(join(ROOT, 'docs/where.md'), 'utf8');

/** Places that a text names: paths from the root, and files without a folder that begin with a dot. */
function listPlaces(of: string): string[] {
  return [...of.matchAll(/`((?:apps|packages|e2e|docs)\/[\w./-]+|\.[\w.-]+)`/g)].map(([, path = '']) => path);
}

it('names places that are in the repository', () => {
  expect(listPlaces(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('answers thirty questions, each with a place, and finds one that leads nowhere', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| W') || line.startsWith('| H'));
  expect(rows.filter((row) => listPlaces(row).length === 0)).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(29);
  expect(listPlaces('| Where? | `packages/pool/src/nowhere.ts` |')).toEqual(['packages/pool/src/nowhere.ts']);
});
