// Goal: benches of a large pool measure a pool: what they seed fits the tables of this version, and its books are right.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLargePool } from './large-pool.ts';

it('seeds a pool whose books are right', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-bench-'));
  const database = await createLargePool(join(folder, 'pool.db'), 40);
  const [deposit] = await database.read.selectFrom('deposit').select('state').limit(1).execute();
  expect(deposit).toEqual({ state: 'credited' });
  await database.close();
  rmSync(folder, { recursive: true });
});
