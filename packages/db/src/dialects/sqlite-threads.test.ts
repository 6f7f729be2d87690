// Goal: SQLite's one writer serves requests first, and its write-ahead log is copied beside the thread that serves them.
// Method: two databases over one file, as two threads of a process open them; the sizes of the files.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Database } from '../database.ts';
import { migrateToLatest } from '../migrate.ts';
import { Checkpoints } from './checkpoints.ts';

let folder: string;
let file: string;
const url = (): `sqlite:${string}` => `sqlite:${file}`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-threads-'));
  file = join(folder, 'pool.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('begins the transaction of a request between two pages of a thread', async () => {
  await using requests = new Database(url);
  await migrateToLatest(requests);
  await using thread = new Database(url, { behind: requests.writeTurns });
  const order: string[] = [];
  const firstPage = Promise.withResolvers<void>();
  const pages = (async () => {
    await thread.transaction(async () => {
      order.push('page 1');
      await firstPage.promise;
    });
    await thread.transaction(async () => void order.push('page 2'));
  })();
  await vi.waitUntil(() => order.length === 1, { timeout: 30_000 });
  const request = requests.transaction(async () => void order.push('request'));
  // The group of the request has begun to wait by now.
  await setTimeout(20);
  firstPage.resolve();
  await Promise.all([pages, request]);
  expect(order).toEqual(['page 1', 'request', 'page 2']);
});

it('goes on with a thread when nothing waits', async () => {
  await using requests = new Database(url);
  await migrateToLatest(requests);
  await using thread = new Database(url, { behind: requests.writeTurns });
  await requests.transaction(async (tx) => void (await tx.selectFrom('setting').select('name').execute()));
  expect(await thread.transaction(async () => 'done')).toBe('done');
});

it('tells of a copying thread that ended by itself, and is closed after it', async () => {
  const failures: Error[] = [];
  const checkpoints = new Checkpoints(
    join(folder, 'missing', 'pool.db'),
    (error) => void failures.push(error),
  );
  await vi.waitUntil(() => failures.length > 0, { timeout: 10_000 });
  await checkpoints[Symbol.asyncDispose]();
  expect(failures).toHaveLength(1);
});

it('copies the log of a database that serves into its file, and leaves none behind when it is closed', async () => {
  const database = new Database(url, { serves: true });
  await migrateToLatest(database);
  const before = statSync(file).size;
  const value = 'x'.repeat(1_000_000);
  await database.transaction(async (tx) => {
    for (let index = 0; index < 8; index += 1)
      await tx
        .insertInto('setting')
        .values({ name: `n${index}`, value })
        .execute();
  });
  await vi.waitUntil(() => statSync(file).size - before > 8_000_000, { timeout: 10_000 });
  await database.close();
  expect(() => statSync(`${file}-wal`)).toThrow('ENOENT');
});
