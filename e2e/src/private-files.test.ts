// Goal: no other user of the machine reads the data folder: keys, database and its log, logs of the server and of the signer.
// Method: the real program in a folder that was open to all, with a database that was; every file that is there after a while.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RestClient, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const OTHERS = 0o077;

it('closes the data folder and every file in it to other users, those of an earlier start too', async () => {
  await using server = await RunningServer.start();
  await server.stop();
  chmodSync(server.dataDir, 0o755);
  chmodSync(join(server.dataDir, 'glasspool.db'), 0o644);
  await server.start();
  const client = new RestClient(() => server.url);
  await signUp(client, 'alice@example.org');
  const paths = [
    server.dataDir,
    ...readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(server.dataDir, name),
    ),
  ];
  const names = paths.map((path) => path.slice(server.dataDir.length + 1));
  expect(names).toEqual(
    expect.arrayContaining(['glasspool.db', 'glasspool.db-wal', 'keystore.json', 'server.log']),
  );
  const open = paths.filter((path) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & OTHERS) !== 0;
  });
  expect(open).toEqual([]);
});
