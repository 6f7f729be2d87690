// Goal: no code stands twice. Method: jscpd over what users run, with a planted copy of one of its files, which it must find alone.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Jscpd from 'jscpd';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

// Its module for import asks for a file that is not there; the one for require works.
const { detectClones }: typeof Jscpd = createRequire(import.meta.url)('jscpd');
const COPIED = join(ROOT, 'packages/pool/src/deposits/confirm-deposits.ts');
let folder: string;
let copy: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-copies-'));
  copy = join(folder, 'copy.ts');
  copyFileSync(COPIED, copy);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('finds no seven lines of 70 tokens twice in apps and packages, but for a planted copy', async () => {
  const clones = await detectClones({
    path: [join(ROOT, 'apps'), join(ROOT, 'packages'), folder],
    format: ['typescript', 'tsx'],
    ignore: ['**/node_modules/**', '**/dist/**', '**/dist-ssr/**', '**/testing/**', '**/*.test.{ts,tsx}'],
    minTokens: 70,
    minLines: 7,
    mode: 'weak',
    silent: true,
  });
  const places = clones.map(({ duplicationA, duplicationB }) =>
    [duplicationA, duplicationB].map(({ sourceId, start }) => `${sourceId}:${start.line}`).sort(),
  );
  expect(places).toEqual([[`${COPIED}:1`, `${copy}:1`].sort()]);
});
