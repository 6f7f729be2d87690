// Goal: an image has the code and nothing else that lies in a checkout in which a pool ran. Method: the list of files that an engine would
// send, by the engine's own rules, from what git has and what `npm start` leaves.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

const LEFT_BY_A_POOL = [
  '.env',
  '.git/config',
  '.turbo/cache',
  'apps/server/.env',
  'apps/server/data/keystore.json',
  'apps/server/data/secrets.json',
  'apps/web/dist/index.html',
  'apps/web/node_modules/x/index.js',
  'backup-2026-11-28/database.jsonl',
  'coverage/index.html',
  'data-demo/glasspool.db',
  'data/glasspool.db',
  'data/keystore.json',
  'data/payments.log',
  'data/secrets.json',
  'docs/keystore.json',
  'my-pool/secrets.json',
  'node_modules/x/index.js',
  'packages/db/signed.log',
  'words.txt',
];
/** Folders and files that neither the build nor the program reads. */
const NOT_BUILT = ['.ci', '.dependency-cruiser.mjs', '.dockerignore', '.env.example', '.gitignore', 'deploy'];
const NOT_BUILT_DOCUMENTS = ['CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'biome.json', 'knip.json'];

describe('the context of the image', () => {
  const rules = dockerignore.default().add(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));

  it('holds nothing that a pool left in the checkout', () => {
    expect(rules.filter(LEFT_BY_A_POOL)).toEqual([]);
  });

  it('holds all of the code', () => {
    const known = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
    const sent = new Set(rules.filter(known));
    const without = known.filter(
      (path) =>
        !sent.has(path) &&
        ![...NOT_BUILT, ...NOT_BUILT_DOCUMENTS].includes(path.split('/')[0] ?? '') &&
        !path.startsWith('docs/.vitepress/'),
    );
    expect(without).toEqual([]);
  });
});
