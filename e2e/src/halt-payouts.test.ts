// Goal: payouts are stopped by a command on the machine and by an admin's call, while the pool runs; everyone can see it.
// Method: the real program, and the command beside it.
import { expect, it } from 'vitest';
import { RestClient } from './rest-client.ts';
import { runProgram } from './run-program.ts';
import { ROOT, RunningServer, readAdminPassword } from './running-server.ts';
import { createTypedClient } from './typed-client.ts';

const EMAIL = 'admin@glasspool.test';

it('stops payouts by command and by call, and shows it to anyone', async () => {
  await using server = await RunningServer.start();
  const admin = new RestClient(() => server.url);
  const isStopped = async (): Promise<boolean> => (await admin.get('/transparency')).body.payoutsStopped;
  const halt = (...args: string[]) =>
    runProgram(process.execPath, ['apps/server/src/commands/halt-payouts.ts', ...args], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: server.dataDir },
    });
  expect(await isStopped()).toBe(false);
  expect((await halt(EMAIL)).status).toBe(2);
  expect((await halt('noone@example.org', 'why')).stderr).toContain('There is no admin noone@example.org.');
  expect(await isStopped()).toBe(false);
  expect(await halt(EMAIL, 'A key', 'may have leaked.')).toMatchObject({ status: 0 });
  expect(await isStopped()).toBe(true);

  expect((await admin.post('/halt-payouts', { reason: 'Again.' })).status).toBe(401);
  const password = readAdminPassword(server.output);
  admin.token = (await admin.post('/auth/login', { email: EMAIL, password })).body.token;
  const calls = createTypedClient(server.url, admin.token ?? '');
  expect(await calls.hotWallet.getHotWallet.query()).toMatchObject({ frozen: 'A key may have leaked.' });
  await calls.hotWallet.resumePayouts.mutate({ reason: 'It had not.' });
  expect(await isStopped()).toBe(false);
  expect((await admin.post('/halt-payouts', { reason: '' })).status).toBe(400);
  expect((await admin.post('/halt-payouts', { reason: 'A drill.' })).status).toBe(200);
  expect(await isStopped()).toBe(true);
});
