// Goal: what a backup folder holds comes back to the last row, into a database beside the program or one that is some way away, or the
// restore ends and says why. Method: real databases, PostgreSQL over a line with a delay, and over one that falls silent.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database, migrateToLatest, restoreDatabase } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { TestLine } from '@glasspool/db/testing-line';
import { createDatabase } from '@glasspool/db/testing-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  checkBackup,
  copyBackup,
  openEmptyFolders,
  readDatabaseLines,
  writeBackup,
} from './backup-folder.ts';
import { Standstill } from './standstill.ts';

const DELAY_MS = 50;
/** More than one line, page and chunk of the file. */
const MANY = 12_000;

let work = '';
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'glasspool-backup-folder-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function fill(database: Database, users: number): Promise<void> {
  await database.transaction(async (tx) => {
    for (let start = 0; start < users; start += 500)
      await tx
        .insertInto('user')
        .values(
          Array.from({ length: Math.min(500, users - start) }, (_, index) => ({
            id: `usr_${start + index}` as const,
            email: `${start + index}@example.org`,
            userName: `Zoë ${start + index} ☂`,
            passwordHash: 'h',
            role: 'user' as const,
            referralCode: `C${start + index}`,
            referredBy: null,
            lockedAt: null,
            createdAt: start + index,
          })),
        )
        .execute();
  });
}

async function backUp(database: Database, name: string): Promise<string> {
  const folder = join(work, name);
  const from = { dataDir: join(work, 'none'), signerDir: undefined };
  await writeBackup(database, { ...from, folder, takenAt: 1, network: 'local' });
  return folder;
}

const readUsers = (database: Database) =>
  database.read.selectFrom('user').select(['id', 'userName']).orderBy('createdAt').execute();

/** An empty, migrated PostgreSQL database, and the line to it. */
async function openAway(name: string): Promise<{ line: TestLine; url: `postgres://${string}` }> {
  const server = inject('postgresUrl');
  await createDatabase(server, name, true);
  const line = await TestLine.start(server);
  // The line is to a PostgreSQL server.
  return { line, url: `${line.url}/${name}` as `postgres://${string}` };
}

describeEachDatabase('the database of a backup folder', (open, dialect) => {
  it.each([
    ['small', 3],
    ['large', MANY],
  ])(
    'comes back when it is %s, into a database beside the program and one 50 ms away',
    async (size, users) => {
      const { database } = await open();
      await fill(database, users);
      const folder = await backUp(database, `${dialect}-${size}`);
      const before = await readUsers(database);
      const { database: near } = await open();
      await restoreDatabase(near, () => readDatabaseLines(folder));
      expect(await readUsers(near)).toEqual(before);
      const { line, url } = await openAway(`away_${dialect}_${size}`);
      await using _line = line;
      line.delayMs = DELAY_MS;
      await using away = new Database(() => url);
      await restoreDatabase(away, () => readDatabaseLines(folder));
      expect(await readUsers(away)).toEqual(before);
    },
  );

  it('loses no line to a reader that begins late, and throws where the file breaks off', async () => {
    const { database } = await open();
    await fill(database, 300);
    const folder = await backUp(database, `${dialect}-late`);
    const lines = readDatabaseLines(folder);
    await sleep(300);
    const read: string[] = [];
    for await (const line of lines) read.push(line);
    expect(read.length).toBeGreaterThan(1);
    expect(read[0]).toContain('glasspool-backup-1');
    const file = join(folder, 'database.jsonl.gz');
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    const { database: empty } = await open();
    await expect(restoreDatabase(empty, () => readDatabaseLines(folder))).rejects.toThrow(
      'unexpected end of file',
    );
    expect(await readUsers(empty)).toEqual([]);
  });
});

describe('a restore that does not go on', () => {
  it('ends with a sentence where the database no longer answers', async () => {
    await using source = new Database(() => `sqlite:${join(work, 'source.db')}`);
    await migrateToLatest(source);
    await fill(source, 3_000);
    const folder = await backUp(source, 'silent');
    const { line, url } = await openAway('away_silent');
    await using _line = line;
    // Disposed after the line was cut, for it would wait for an answer.
    const away = new Database(() => url);
    using watch = new Standstill(1_000, 'The restore has not gone on.');
    let lines = 0;
    const restoring = restoreDatabase(away, async function* readLines() {
      for await (const text of readDatabaseLines(folder)) {
        watch.goOn();
        lines += 1;
        if (lines === 2) line.fault = 'silent';
        yield text;
      }
    });
    restoring.catch(() => undefined);
    await expect(Promise.race([restoring, watch.reached])).rejects.toThrow('The restore has not gone on.');
    line.cut();
    await expect(restoring).rejects.toThrow();
    await away.close();
  });

  it('is not taken for migrations over a slow line, which go on with each statement', async () => {
    const server = inject('postgresUrl');
    await createDatabase(server, 'migrated_away');
    await using line = await TestLine.start(server);
    line.delayMs = 20;
    // The line is to a PostgreSQL server.
    await using away = new Database(() => `${line.url}/migrated_away` as `postgres://${string}`);
    using watch = new Standstill(2_000, 'The restore has not gone on.');
    watch.goOn();
    const began = performance.now();
    await Promise.race([migrateToLatest(away, () => watch.goOn()), watch.reached]);
    // Without a word of each statement it would have been given up.
    expect(performance.now() - began).toBeGreaterThan(2_000);
  });

  it('is not taken for one that goes on slowly, nor for work that cannot tell', async () => {
    using watch = new Standstill(400, 'The restore has not gone on.');
    const working = (async () => {
      for (let step = 0; step < 5; step += 1) {
        watch.goOn();
        await sleep(150);
      }
      watch.pause();
      await sleep(800);
      return 'done';
    })();
    expect(await Promise.race([working, watch.reached])).toBe('done');
  });
});

describe('a backup folder', () => {
  let folder = '';
  const target = (name: string) => ({ dataDir: join(work, name), signerDir: join(work, name) });

  beforeEach(async () => {
    const dataDir = mkdtempSync(join(work, 'source-'));
    mkdirSync(join(dataDir, 'snapshots/1'), { recursive: true });
    writeFileSync(join(dataDir, 'snapshots/1/manifest.bin'), 'm');
    writeFileSync(join(dataDir, 'secrets.json'), '{}');
    writeFileSync(join(dataDir, 'signed.log'), 'one\ntwo\nhal');
    await using database = new Database(() => `sqlite:${join(dataDir, 'glasspool.db')}`);
    await migrateToLatest(database);
    folder = join(dataDir, 'backup');
    await writeBackup(database, { dataDir, signerDir: dataDir, folder, takenAt: 1, network: 'local' });
  });

  it.each(['one\ntwo\nhal', 'one\ntwo\n', 'one\ntwo\nthree\n'])(
    'is restored with a signed.log of %j, which begins with the whole lines of the backup',
    async (log) => {
      writeFileSync(join(folder, 'signed.log'), log);
      const folders = target(`kept-${log.length}`);
      const contents = await checkBackup(folder);
      openEmptyFolders(folders, { hasKeys: true });
      await copyBackup(folder, contents, folders);
      expect(readFileSync(join(folders.dataDir, 'signed.log'), 'utf8')).toBe(log);
      expect(readFileSync(join(folders.dataDir, 'snapshots/1/manifest.bin'), 'utf8')).toBe('m');
    },
  );

  it.each(['', 'one\n', 'one\ntwX\n', 'two\none\n'])('is refused with a signed.log of %j', async (log) => {
    writeFileSync(join(folder, 'signed.log'), log);
    await expect(checkBackup(folder)).rejects.toThrow(/signed\.log does not begin with what was backed up/);
  });

  it('is copied without links, and without files that are not listed', async () => {
    mkdirSync(join(folder, 'snapshots/9'));
    symlinkSync('../../secrets.json', join(folder, 'snapshots/9/manifest.json'));
    writeFileSync(join(folder, 'snapshots/9/extra'), 'x');
    symlinkSync('secrets.json', join(folder, 'payments.log'));
    const folders = target('without-links');
    openEmptyFolders(folders, { hasKeys: true });
    await copyBackup(folder, await checkBackup(folder), folders);
    expect(readdirSync(folders.dataDir, { recursive: true }).sort()).toEqual([
      'secrets.json',
      'signed.log',
      'snapshots',
      'snapshots/1',
      'snapshots/1/manifest.bin',
    ]);
    rmSync(join(folder, 'snapshots/1/manifest.bin'));
    symlinkSync('../../secrets.json', join(folder, 'snapshots/1/manifest.bin'));
    await expect(checkBackup(folder)).rejects.toThrow(/manifest\.bin is not what was written/);
  });
});

describe('a folder to restore into', () => {
  it('is refused with files of an earlier try in it, and the refusal says how to clear it', () => {
    const dataDir = join(work, 'left');
    const folders = { dataDir, signerDir: dataDir };
    openEmptyFolders(folders, { hasKeys: true });
    writeFileSync(join(dataDir, 'keystore.json'), '{}');
    expect(() => openEmptyFolders(folders, { hasKeys: true })).toThrow(
      /it has .*keystore\.json\. Nothing was restored\. .* move these files away and run the command again/,
    );
  });
});
