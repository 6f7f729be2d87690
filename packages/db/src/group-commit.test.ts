// Goal: work that shares a commit is as separate as if each had its own: its own answer, its own refusal, nothing left of what was
// refused, and no answer before it is on disk. SQLite only: PostgreSQL groups the commits of its connections itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import type { Transaction } from './transaction.ts';

let folder: string;
let database: Database;
/** Another process: it sees what is committed, and counts the commits that it sees. */
let witness: BetterSqlite3.Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-group-'));
  const file = join(folder, 'pool.db');
  // The time of a group is no subject here: on a slow machine its first work would use it up.
  database = new Database(() => `sqlite:${file}`, { groupMs: Number.POSITIVE_INFINITY });
  await migrateToLatest(database);
  witness = new BetterSqlite3(file);
});

afterEach(async () => {
  witness.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const committed = (): unknown[] => witness.prepare('select name from setting order by name').pluck().all();
const commits = (): number => Number(witness.pragma('data_version', { simple: true }));

async function set(tx: Transaction, name: string): Promise<string> {
  await tx.insertInto('setting').values({ name, value: '1' }).execute();
  return name;
}

describe('work asked for at the same time', () => {
  it('shares one commit, and each has its own answer', async () => {
    const before = commits();
    const names = Array.from({ length: 20 }, (_, index) => `n${String(index).padStart(2, '0')}`);
    const answers = await Promise.all(names.map((name) => database.transaction((tx) => set(tx, name))));
    expect(answers).toEqual(names);
    expect(committed()).toEqual(names);
    expect(commits() - before).toBe(1);
  });

  it('sees what the work before it wrote, and nothing of what was refused', async () => {
    const seen: unknown[][] = [];
    const work = (name: string, isRefused = false) =>
      database.transaction(async (tx) => {
        seen.push((await tx.selectFrom('setting').select('name').execute()).map((row) => row.name));
        await set(tx, name);
        if (isRefused) throw new Error(`no ${name}`);
      });
    const results = await Promise.allSettled([work('a'), work('b', true), work('c'), work('a')]);
    expect(seen).toEqual([[], ['a'], ['a'], ['a', 'c']]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: { message: 'no b' } });
    expect(committed()).toEqual(['a', 'c']);
  });

  it('has no answer, no refusal and no effect before the commit', async () => {
    const order: string[] = [];
    const note = (what: string) => () => void order.push(`${what}: ${committed().join(' ')}`);
    await Promise.allSettled([
      database.transaction(async (tx) => {
        tx.onCommit(note('effect'));
        await set(tx, 'a');
      }),
      database
        .transaction(async (tx) => {
          tx.onCommit(note('effect of what was refused'));
          throw new Error('no');
        })
        .catch(note('refusal')),
      database.transaction((tx) => set(tx, 'b')).then(note('answer')),
    ]);
    expect(order.sort()).toEqual(['answer: a b', 'effect: a b', 'refusal: a b']);
  });

  it('fails together when the commit fails, and leaves nothing', async () => {
    const results = await Promise.allSettled([
      database.transaction((tx) => set(tx, 'a')),
      database.transaction(async (tx) => {
        await sql`pragma defer_foreign_keys = on`.execute(tx);
        await sql`insert into idempotency_key (user_id, operation, request_hash, key, result_id, created_at)
          values ('unknown', 'withdrawal', 'ab', 'key', 'wdr', 0)`.execute(tx);
      }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(committed()).toEqual([]);
    await database.transaction((tx) => set(tx, 'after'));
    expect(committed()).toEqual(['after']);
  });

  it('does not write with the handle of work that is over', async () => {
    let leaked: Transaction | undefined;
    const first = database.transaction(async (tx) => {
      leaked = tx;
    });
    const second = database.transaction(async (tx) => {
      const write = leaked?.insertInto('setting').values({ name: 'leak', value: '1' }).execute();
      await expect(write).rejects.toThrow('is over');
      await set(tx, 'own');
    });
    await Promise.all([first, second]);
    expect(committed()).toEqual(['own']);
  });
});

it('reads without waiting for a transaction, and sees what is committed', async () => {
  await database.transaction((tx) => set(tx, 'before'));
  const reads: unknown[] = [];
  const reading = Promise.withResolvers<void>();
  const isOpen = Promise.withResolvers<void>();
  const write = database.transaction(async (tx) => {
    await set(tx, 'open');
    isOpen.resolve();
    await reading.promise;
  });
  await isOpen.promise;
  reads.push(await database.read.selectFrom('setting').select('name').execute());
  reading.resolve();
  await write;
  reads.push(await database.read.selectFrom('setting').select('name').execute());
  expect(reads).toEqual([[{ name: 'before' }], [{ name: 'before' }, { name: 'open' }]]);
});

it('writes nothing in a read', async () => {
  await expect(sql`delete from setting`.execute(database.read)).rejects.toThrow('Only a transaction writes');
});
