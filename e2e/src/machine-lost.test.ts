// Goal: the words on paper, the newest backup and the newest logs are a pool again when its machine is gone; and no backup is removed before
// a newer one was read. Method: the real program and its commands, on an empty folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';

const EMAIL = 'alice@example.org';
const PASSWORD = 'correct horse battery';
const KEYSTORE = { KEYSTORE_PASSWORD: 'a long enough password' };
const OF_SIGNER = ['keystore.json', 'keystore.used', 'payments.log'];
const OLD = '2020-01-01T00-00-00Z';
const OLDER = '2019-01-01T00-00-00Z';

let work = '';
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'glasspool-lost-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs `keystore from-words`, which reads its input. */
async function makeKeystore(words: string, dataDir: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['apps/server/src/commands/keystore.ts', 'from-words'], {
    cwd: ROOT,
    env: { ...process.env, ...KEYSTORE, DATA_DIR: dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  child.stdin.end(words);
  const [code] = await once(child, 'close');
  return { code: Number(code), output };
}

/** Takes the signer's files out of a backup, as they are missing in that of a server whose signer runs by itself. */
function removeSigner(folder: string): void {
  const path = join(folder, 'backup.json');
  const contents = JSON.parse(readFileSync(path, 'utf8'));
  for (const name of OF_SIGNER) {
    rmSync(join(folder, name), { force: true });
    delete contents.files[name];
    delete contents.logs[name];
  }
  writeFileSync(path, JSON.stringify(contents));
}

it('is made again out of words, backup and logs', async () => {
  await using server = await RunningServer.start(KEYSTORE);
  const alice = new RestClient(() => server.url);
  await signUp(alice, EMAIL, PASSWORD);
  const { body } = await alice.get('/get-wallet');
  const { address } = body.data.wallets[1];
  await alice.post('/dev/faucet', { address, currency: 'USDT', amount: '1000' });
  await eventually(async () => Number((await alice.get('/get-wallet')).body.data.wallets[1].balance) > 0);
  const root = join(work, 'backups');
  mkdirSync(join(root, OLD), { recursive: true });
  writeFileSync(join(root, OLD, 'backup.json'), '{}');
  // One that cannot be written: the old one stays.
  expect((await server.run('backup', ['--into', root, '--keep', '0'])).code).toBe(1);
  expect(
    (await server.run('backup', ['--into', root], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })).code,
  ).toBe(1);
  expect(readdirSync(root)).toContain(OLD);
  rmSync(root, { recursive: true });
  const backUp = () => server.run('backup', ['--into', root, '--keep', '30']);
  const made = await backUp();
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('Backed up into')]);
  expect(readdirSync(root)).toEqual([expect.stringMatching(/^20\d\d-.*Z$/)]);
  const [first = ''] = readdirSync(root);
  for (const name of [OLD, OLDER]) cpSync(join(root, first), join(root, name), { recursive: true });
  expect(await backUp()).toMatchObject({ code: 0 });
  // The newest three stay, whatever their age.
  expect(readdirSync(root).sort()).toEqual([OLD, first, expect.stringMatching(/^20\d\d-.*Z$/)]);
  rmSync(join(root, OLD), { recursive: true });
  rmSync(join(root, first), { recursive: true });
  expect((await server.run('doctor')).output).toContain('The newest backup is of 20');
  const ofSigner = join(work, 'signer');
  expect(await server.run('backup', ['--signer', ofSigner])).toMatchObject({ code: 0 });
  expect(readdirSync(ofSigner).sort()).toEqual(['backup.json', ...OF_SIGNER]);
  const shown = await server.run('keystore', ['words']);
  const words = shown.output.slice(shown.output.indexOf(' 1 '));
  await server.stop();

  const folder = join(root, readdirSync(root)[0] ?? '');
  removeSigner(folder);
  // The copies that an operator has elsewhere.
  for (const log of ['signed.log', 'payments.log']) cpSync(join(server.dataDir, log), join(folder, log));
  const dataDir = join(work, 'restored');
  expect(await makeKeystore(words.replace(/24 \w+/, '24 zoo'), dataDir)).toMatchObject({ code: 1 });
  expect((await makeKeystore(words, dataDir)).output).toMatch(/BSC {3}0x[\s\S]*TRON {2}T/);
  expect((await makeKeystore(words, dataDir)).output).toContain('There is a keystore');
  cpSync(join(server.dataDir, 'chains'), join(dataDir, 'chains'), { recursive: true });
  const restored = await server.run('restore', [folder], { DATA_DIR: dataDir });
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Payouts are off.')]);
  await server.start({ DATA_DIR: dataDir });
  alice.token = (await alice.post('/auth/login', { email: EMAIL, password: PASSWORD })).body.token;
  const after = (await alice.get('/get-wallet')).body.data.wallets[1];
  expect([after.address, after.balance]).toEqual([address, '1000.000000']);
});
