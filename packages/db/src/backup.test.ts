// Goal: a backup has every table, and what is restored from it is the same to the last row, on either dialect, from either dialect.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { BACKED_UP_TABLES, dumpDatabase, restoreDatabase } from './backup.ts';
import type { Database } from './database.ts';
import { describeEachDatabase } from './testing.ts';

async function tablesOf(database: Database): Promise<string[]> {
  const names =
    database.dialectName === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = 'public'`;
  const { rows } = await names.execute(database.untyped());
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
}

async function linesOf(database: Database): Promise<string[]> {
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
          fromAddress: '',
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
  it('knows every table', async () => {
    const { database } = await open();
    expect([...BACKED_UP_TABLES].sort()).toEqual((await tablesOf(database)).sort());
  });

  it('is the same once restored, and ids go on counting', async () => {
    const [{ database }, { database: empty }] = [await open(), await open()];
    await fill(database);
    const lines = await linesOf(database);
    await restoreDatabase(empty, each(lines));
    expect(await linesOf(empty)).toEqual(lines);
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
        .values({ ...entry, fromAddress: '', requestId: '', createdAt: 1 })
        .execute();
    });
    expect(await empty.read.selectFrom('auditLog').select('id').orderBy('id').execute()).toHaveLength(4);
  });

  it('of another version, or damaged, changes nothing', async () => {
    const [{ database }, { database: empty }] = [await open(), await open()];
    await fill(database);
    const [head = '', ...rest] = await linesOf(database);
    const before = await linesOf(empty);
    for (const lines of [
      [],
      [head.replace('101-ledger', '100-other'), ...rest],
      [head, ...rest, '{"table":"nothing","rows":[]}'],
      [head, '{"tab'],
    ]) {
      await expect(restoreDatabase(empty, each(lines))).rejects.toThrow();
      expect(await linesOf(empty)).toEqual(before);
    }
  });

  it('stops reading when nobody takes its lines any more, and holds nothing up', async () => {
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
});
