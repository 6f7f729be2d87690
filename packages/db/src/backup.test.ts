// Goal: a backup has every table, and what is restored from it is the same to the last row, on either dialect, from either dialect.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dumpDatabase, restoreDatabase } from './backup.ts';
import type { Database } from './database.ts';
import { listStoredTables } from './stored-tables.ts';
import { describeEachDatabase } from './testing.ts';

async function readLines(database: Database): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of dumpDatabase(database)) lines.push(line);
  return lines;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

async function fill(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (let index = 1; index <= 3; index += 1) {
      const id = `usr_${index}` as const;
      const user = {
        id,
        email: `${index}@example.org`,
        userName: "O'Neil, \n ☂",
        passwordHash: 'h',
        role: 'user' as const,
      };
      const referredBy = index === 1 ? null : ('usr_1' as const);
      await tx
        .insertInto('user')
        .values({ ...user, referralCode: `C${index}`, referredBy, lockedAt: null, createdAt: index })
        .execute();
      await tx
        .insertInto('auditLog')
        .values({
          adminId: id,
          action: 'a',
          subject: 's',
          beforeJson: '{}',
          afterJson: '{}',
          ipAddress: '',
          requestId: '',
          createdAt: 2 ** 40,
        })
        .execute();
    }
    await tx
      .insertInto('dailyTotal')
      .values({ kind: 'deposit', currency: 'USDT', day: 1, amountMicro: 2n ** 62n, entries: 1 })
      .execute();
  });
}

describeEachDatabase('a backup', (open) => {
  it('has the rows of every table but those that only the running processes need', async () => {
    const { database } = await open();
    const tables = await listStoredTables(database.read, database.dialectName);
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['account', 'posting', 'user', 'watcher_confirmation']));
    // A row in each table is more than a test can keep up with; a table without a key could not be paged through.
    expect(tables.filter(({ key }) => key.length === 0)).toEqual([]);
    const { rows } = await sql<{ name: string }>`${
      database.dialectName === 'sqlite'
        ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
        : sql`select table_name as name from information_schema.tables where table_schema = 'public'`
    }`.execute(database.untyped());
    const inSchema = rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
    expect([...names].sort()).toEqual(inSchema.sort());
  });

  it('lists tables after those that they refer to, the same on both dialects', async () => {
    const { database } = await open();
    const names = (await listStoredTables(database.read, database.dialectName)).map(({ name }) => name);
    expect(names.indexOf('posting')).toBeGreaterThan(names.indexOf('transfer'));
    expect(names.indexOf('referral_reward')).toBeGreaterThan(names.indexOf('reward'));
    expect(names.slice(0, 4)).toEqual(['account', 'chain_status', 'counter', 'daily_total']);
  });

  it('is the same once restored, and ids go on counting', async () => {
    const [{ database }, { database: empty }] = [await open(), await open()];
    await fill(database);
    const lines = await readLines(database);
    await restoreDatabase(empty, () => each(lines));
    expect(await readLines(empty)).toEqual(lines);
    await empty.transaction(async (tx) => {
      const entry = {
        adminId: 'usr_1' as const,
        action: 'b',
        subject: 's',
        beforeJson: '{}',
        afterJson: '{}',
      };
      await tx
        .insertInto('auditLog')
        .values({ ...entry, ipAddress: '', requestId: '', createdAt: 1 })
        .execute();
    });
    expect(await empty.read.selectFrom('auditLog').select('id').orderBy('id').execute()).toHaveLength(4);
  });

  it('changes nothing when it is of another version, or damaged', async () => {
    const [{ database }, { database: empty }] = [await open(), await open()];
    await fill(database);
    const [head = '', ...rest] = await readLines(database);
    const before = await readLines(empty);
    for (const lines of [
      [],
      [head.replace('201-ledger', '200-other'), ...rest],
      [head, ...rest, '{"table":"nothing","rows":[]}'],
      [head, '{"tab'],
    ]) {
      await expect(restoreDatabase(empty, () => each(lines))).rejects.toThrow();
      expect(await readLines(empty)).toEqual(before);
    }
  });

  it('stops reading when no one takes its lines any more, and holds nothing up', async () => {
    const { database } = await open();
    await fill(database);
    for await (const line of dumpDatabase(database)) {
      expect(line).toContain('glasspool-backup-1');
      break;
    }
    const lines: string[] = [];
    for await (const line of dumpDatabase(database)) {
      lines.push(line);
      if (lines.length === 2) break;
    }
    expect(lines).toHaveLength(2);
    // Writing goes on at once: no transaction is left open.
    await database.transaction(async (tx) => void (await tx.deleteFrom('rateLimit').execute()));
    await database.close();
  });

  it('names a row that the database does not take', async () => {
    const { database } = await open();
    await fill(database);
    const odd = (await readLines(database)).map((line) => line.replaceAll(':"sh"', ':"s\\u0000h"'));
    const { database: target } = await open();
    if (target.dialectName === 'postgres')
      await expect(restoreDatabase(target, () => each(odd))).rejects.toMatchObject({
        name: 'BackupError',
        message: expect.stringMatching(
          /a row of user \(id "usr_1"\): it has text with the character U\+0000\./,
        ),
      });
    else await restoreDatabase(target, () => each(odd));
    const twice = (await readLines(database)).map((line) =>
      line.replaceAll('2@example.org', '1@example.org'),
    );
    const { database: other } = await open();
    await expect(restoreDatabase(other, () => each(twice))).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringMatching(/one of the rows of user \(from id "usr_1"\): .*unique/i),
    });
  });
});
