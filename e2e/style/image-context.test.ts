// Goal: an image is made of the archive of a release, and of nothing else that lies in a checkout in which a pool ran. Method: the list of files that an engine would
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
  'dist/release/SHA256SUMS.sig',
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
describe('the context of the image', () => {
  const rules = dockerignore.default().add(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));

  it('holds nothing that a pool left in the checkout', () => {
    expect(rules.filter(LEFT_BY_A_POOL)).toEqual([]);
  });

  it('holds the archive of a release, and no file of the checkout', () => {
    const archive = 'dist/release/glasspool-0.1.0.tar.gz';
    const known = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
    expect(rules.filter([archive, ...known])).toEqual([archive]);
  });
});
