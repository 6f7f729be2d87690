// Goal: the keys of a pool do not start beside an empty database. Method: the check alone, with each log and each thing that a database may
// know; the start itself is tried in e2e/src/backup.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEachDatabase } from '@glasspool/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from './config/config.ts';
import { assertDatabaseOfKeys } from './lost-database.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasspool-lost-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describeEachDatabase('a start', (open) => {
  const check = async (database: Parameters<typeof assertDatabaseOfKeys>[0]): Promise<void> =>
    assertDatabaseOfKeys(database, loadConfig({ DATA_DIR: dataDir }));

  it.each(['signed.log', 'payments.log'])(
    'is refused on an empty database while %s has lines',
    async (log) => {
      const { database } = await open();
      writeFileSync(join(dataDir, log), '');
      await check(database);
      writeFileSync(join(dataDir, log), '{"txHash":"0x1"}\n');
      await expect(check(database)).rejects.toMatchObject({
        name: 'ConfigError',
        message: expect.stringMatching(
          new RegExp(`${log} says that this pool has signed .* or restore a backup`),
        ),
      });
    },
  );

  it('goes on with a database that knows a user, or nothing was signed', async () => {
    const { database } = await open();
    await check(database);
    writeFileSync(join(dataDir, 'signed.log'), '{"txHash":"0x1"}\n');
    const user = {
      id: 'usr_1',
      email: 'a@example.org',
      userName: 'A',
      passwordHash: 'h',
      role: 'user',
    } as const;
    await database.transaction((tx) =>
      tx
        .insertInto('user')
        .values({ ...user, referralCode: 'C', referredBy: null, lockedAt: null, createdAt: 1 })
        .execute(),
    );
    await check(database);
  });
});
