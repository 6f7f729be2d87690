// Goal: a database that goes away at any moment ends no process: what was asked of it ends with DATABASE_AWAY, and what is asked once it is
// back is answered. Method: a real PostgreSQL that is stopped and started, a line to it that is silent or cut, SQLite on a full disk.
import { setTimeout } from 'node:timers/promises';
import { PoolError } from '@glasspool/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assertWritable } from './assert-writable.ts';
import { Database } from './database.ts';
import { toDatabaseAway } from './database-away.ts';
import { describeMigrations, migrateToLatest, NewerDatabaseError } from './migrate.ts';
import { TestLine } from './testing-line.ts';
import { createDatabase, type PostgresServer, startPostgres } from './testing-postgres.ts';

const AWAY = { name: 'PoolError', code: 'DATABASE_AWAY' };

describe('a PostgreSQL server that goes away', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    await createDatabase(postgres.url, 'pool');
    await using database = new Database(() => `${postgres.url}/pool`);
    await migrateToLatest(database);
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  /** Statements that run at all times, alone and in transactions, and the errors that they end with. */
  function startLoad(database: Database) {
    const errors: unknown[] = [];
    let isOver = false;
    let done = 0;
    const run = async (index: number): Promise<void> => {
      while (!isOver) {
        try {
          if (index % 2 === 0) await sql`select pg_sleep(0.01)`.execute(database.untyped());
          else await assertWritable(database, done);
          done += 1;
        } catch (error) {
          errors.push(error);
          await setTimeout(20);
        }
      }
    };
    const running = Promise.all(Array.from({ length: 20 }, (_, index) => run(index)));
    return {
      errors,
      countDone: () => done,
      stop: async () => {
        isOver = true;
        await running;
      },
    };
  }

  it('ends a statement that its process gave up on, and one that waits too long for a lock', async () => {
    await using patient = new Database(() => `${postgres.url}/pool`);
    await using database = new Database(() => `${postgres.url}/pool`, { answerTimeoutMs: 1_000 });
    const slept = sql`select pg_sleep(600) /* given up */`.execute(database.untyped());
    await expect(slept).rejects.toMatchObject(AWAY);
    const isRunning = async () =>
      (
        await sql`select 1 from pg_stat_activity where query like '%given up%' and pid <> pg_backend_pid() and state = 'active'`.execute(
          patient.untyped(),
        )
      ).rows.length > 0;
    await vi.waitFor(async () => expect(await isRunning()).toBe(false), { timeout: 30_000 });
    await patient.transaction(async (tx) => {
      await sql`lock table counter in access exclusive mode`.execute(tx);
      await expect(assertWritable(database, 1)).rejects.toMatchObject(AWAY);
    });
  });

  it('says that a commit is not sure while no standby has it, also when someone cancels the wait', async () => {
    await using patient = new Database(() => `${postgres.url}/pool`);
    await using database = new Database(() => `${postgres.url}/pool`);
    const admin = patient.untyped();
    // The wait is this session's alone: the server's own setting names a standby that does not exist.
    await sql`alter system set synchronous_standby_names = 'absent'`.execute(admin);
    await sql`select pg_reload_conf()`.execute(admin);
    try {
      const written = database.transaction(async (tx) => {
        await tx.insertInto('counter').values({ name: 'unconfirmed', value: 1 }).execute();
      });
      const refused = expect(written).rejects.toMatchObject(AWAY);
      await vi.waitFor(
        async () => {
          const { rows } =
            await sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`.execute(
              admin,
            );
          expect(rows).toHaveLength(1);
        },
        { timeout: 30_000 },
      );
      await refused;
    } finally {
      await sql`alter system reset synchronous_standby_names`.execute(admin);
      await sql`select pg_reload_conf()`.execute(admin);
    }
    await vi.waitFor(() => assertWritable(database, 4), { timeout: 30_000 });
  });

  it.each(['fast', 'immediate'] as const)('is found again after a restart (%s) under load', async (mode) => {
    await using database = new Database(() => `${postgres.url}/pool`);
    const load = startLoad(database);
    await vi.waitFor(() => expect(load.countDone()).toBeGreaterThan(50), { timeout: 30_000 });
    await postgres.stop(mode);
    await vi.waitFor(() => expect(load.errors.length).toBeGreaterThan(20), { timeout: 30_000 });
    await postgres.start();
    const before = load.countDone();
    await vi.waitFor(() => expect(load.countDone()).toBeGreaterThan(before + 50), { timeout: 30_000 });
    await load.stop();
    for (const error of load.errors) expect(error).toMatchObject(AWAY);
  });

  it.each(['fast', 'immediate'] as const)(
    'is found again after a restart (%s) inside a transaction',
    async (mode) => {
      await using database = new Database(() => `${postgres.url}/pool`);
      const work = database.transaction(async (tx) => {
        await tx.selectFrom('counter').selectAll().execute();
        await postgres.stop(mode);
        await tx.selectFrom('counter').selectAll().execute();
      });
      await expect(work).rejects.toMatchObject(AWAY);
      await expect(assertWritable(database, 1)).rejects.toMatchObject(AWAY);
      await postgres.start();
      await vi.waitFor(() => assertWritable(database, 2), { timeout: 30_000 });
    },
  );

  it('is given up when it does not answer in time, and answers again once it can', async () => {
    await using line = await TestLine.start(postgres.url);
    await using database = new Database(() => `${line.url}/pool`, { answerTimeoutMs: 300 });
    await assertWritable(database, 1);
    line.fault = 'silent';
    await expect(assertWritable(database, 2)).rejects.toMatchObject(AWAY);
    line.fault = undefined;
    await vi.waitFor(() => assertWritable(database, 3), { timeout: 30_000 });
  });

  it('is away while it only reads, and writes again after', async () => {
    await using database = new Database(() => `${postgres.url}/pool`);
    const writes = 'options=-c%20default_transaction_read_only%3Doff';
    await using admin = new Database(() => `${postgres.url}/postgres?${writes}`);
    const set = async (value: string): Promise<void> => {
      await sql.raw(`alter system set default_transaction_read_only = ${value}`).execute(admin.untyped());
      await sql`select pg_reload_conf()`.execute(admin.untyped());
    };
    await assertWritable(database, 1);
    await set('on');
    await vi.waitFor(() => expect(assertWritable(database, 2)).rejects.toMatchObject(AWAY), {
      timeout: 30_000,
    });
    await set('off');
    await vi.waitFor(() => assertWritable(database, 3), { timeout: 30_000 });
  });

  it('is refused when a newer version wrote it, and left as it is', async () => {
    await createDatabase(postgres.url, 'newer');
    await using database = new Database(() => `${postgres.url}/newer`);
    await migrateToLatest(database);
    const add = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '2030')`.execute(
        database.untyped(),
      );
    // A version that only added something runs beside this one.
    await add('998-more-expand');
    await migrateToLatest(database);
    expect(await describeMigrations(database)).toContain('expanded by a newer version');
    await add('999-later');
    await expect(migrateToLatest(database)).rejects.toThrow(NewerDatabaseError);
    await expect(migrateToLatest(database)).rejects.toThrow('999-later');
  });
});

describe('the error of a database', () => {
  it.each([
    'ECONNRESET',
    '57P01',
    '57P03',
    '25006',
    '53100',
    '53300',
    '08006',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
  ])('says with code %s that the database is away', (code) => {
    const error = Object.assign(new Error('as the driver says it'), { code });
    expect(toDatabaseAway(error)).toMatchObject({ ...AWAY, cause: error });
  });

  it.each(['23505', '40001', '42601', 'SQLITE_BUSY', 'SQLITE_CONSTRAINT_UNIQUE'])(
    'stays as it is with code %s, which is about the statement',
    (code) => {
      const error = Object.assign(new Error('as the driver says it'), { code });
      expect(toDatabaseAway(error)).toBe(error);
    },
  );

  it('stays a refusal of the pool where it is one', () => {
    const error = new PoolError('NOT_FOUND');
    expect(toDatabaseAway(error)).toBe(error);
  });
});
