// Goal: the keys of a pool do not start beside an empty database, nor a database beside logs that lost lines. Method: the checks alone, with each file and what a database may
// know; the start itself is tried in e2e/src/backup.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from './config/config.ts';
import { markKeystoreUsed } from './config/keystore-file.ts';
import { assertBelongTogether, assertLogsWhole } from './lost-database.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasspool-lost-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describeEachDatabase('a start', (open) => {
  const load = () => loadConfig({ DATA_DIR: dataDir });
  const check = async (database: Database): Promise<void> => assertBelongTogether(database, load());
  const line = '{"txHash":"0x1"}\n';

  it.each([
    ['signed.log has lines', () => writeFileSync(join(dataDir, 'signed.log'), line), 'signed.log'],
    ['payments.log has lines', () => writeFileSync(join(dataDir, 'payments.log'), line), 'payments.log'],
    ['the keys gave out an address', () => markKeystoreUsed(dataDir), 'keystore.used'],
  ])('is refused on an empty database when %s', async (_what, use, name) => {
    const { database } = await open();
    for (const log of ['signed.log', 'payments.log']) writeFileSync(join(dataDir, log), '');
    await check(database);
    use();
    await expect(check(database)).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(
        new RegExp(`${name} says that a pool has used these keys, .* is empty.* or restore a backup`),
      ),
    });
    // The database of that pool has its hot wallet.
    const hotWallet = { network: 'BSC', derivationIndex: 0, address: '0xhot', userId: null } as const;
    await database.transaction((tx) => tx.insertInto('wallet').values(hotWallet).execute());
    await check(database);
  });

  it('is refused when a log is shorter than the database knows', async () => {
    const { database } = await open();
    await assertLogsWhole(database, load());
    await database.transaction(async (tx) => {
      await tx.insertInto('loggedTransaction').values({ txHash: '0x1' }).execute();
      await tx.insertInto('setting').values({ name: 'signerLog.end', value: '000000000000002/b' }).execute();
    });
    await expect(assertLogsWhole(database, load())).rejects.toThrow(/^signed\.log lost lines .* 1, .* 0x1\./);
    writeFileSync(join(dataDir, 'signed.log'), line);
    await expect(assertLogsWhole(database, load())).rejects.toThrow(/^payments\.log lost lines/);
    const separate = loadConfig({ DATA_DIR: dataDir, SIGNER_SOCKET: join(dataDir, 'socket') });
    await assertLogsWhole(database, separate);
    writeFileSync(join(dataDir, 'payments.log'), '{"hash":"a"}\n');
    await expect(assertLogsWhole(database, separate)).rejects.toThrow('it has 1 of at least 2, or others.');
    writeFileSync(join(dataDir, 'payments.log'), '{"hash":"a"}\n{"hash":"c"}\n');
    await expect(assertLogsWhole(database, load())).rejects.toThrow(/^payments\.log lost lines/);
    writeFileSync(join(dataDir, 'payments.log'), '{"hash":"a"}\n{"hash":"b"}\n{"hash":"d"}\n');
    await assertLogsWhole(database, load());
  });
});
