// Goal: a first start ends in a log-in to the back office, whatever is in its way. Method: the real program on an empty folder, with another
// program at its port.
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RestClient } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const EMAIL = 'admin@glasspool.test';

it.each([
  '127.0.0.1',
  // There a browser may find the other program under localhost.
  '::1',
])(
  'takes the next port that is free where another program is on %s, and says how to get into the back office, each time',
  async (host) => {
    await using other = createServer().listen(0, host);
    await once(other, 'listening');
    // The address of a server that listens on a port is an object.
    const { port } = other.address() as AddressInfo;
    await using server = await RunningServer.start({ PORT: String(port), HOST: '127.0.0.1' });
    expect(server.output).toContain(`(another program has port ${port})`);
    expect(Number(new URL(server.url).port)).toBeGreaterThan(port);
    const password = /password: (\S+)/.exec(server.output)?.[1] ?? '';
    const logIn = () => new RestClient(() => server.url).post('/auth/login', { email: EMAIL, password });
    expect(await logIn()).toMatchObject({ status: 200 });
    expect((await server.run('doctor')).output).toContain(`:${new URL(server.url).port}/readyz is ready.`);
    await server.stop();
    await server.start();
    expect(server.output).toContain(`${EMAIL}, for ${server.url}/school`);
    expect(server.output).toContain(`${server.url}/reset-link`);
    expect(await logIn()).toMatchObject({ status: 200 });
  },
);

it('makes another admin beside a running pool, who gets in', async () => {
  await using server = await RunningServer.start();
  const { code, output } = await server.run('admin', ['create', 'second@example.org']);
  expect([code, output]).toEqual([0, expect.stringContaining('admin: second@example.org')]);
  const password = /password: (\S+)/.exec(output)?.[1] ?? '';
  const client = new RestClient(() => server.url);
  expect(await client.post('/auth/login', { email: 'second@example.org', password })).toMatchObject({
    status: 200,
  });
  const again = await server.run('admin', ['create', 'second@example.org']);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('There is an account')]);
  const reset = await server.run('reset');
  expect([reset.code, reset.output]).toEqual([1, expect.stringContaining('Nothing was deleted.')]);
  await server.stop();
  expect(await server.run('admin', ['create', 'third@example.org'])).toMatchObject({ code: 0 });
  rmSync(join(server.dataDir, 'chains'), { recursive: true });
  const foreign = await server.run('reset');
  expect([foreign.code, foreign.output]).toEqual([1, expect.stringContaining('no local chains')]);
  mkdirSync(join(server.dataDir, 'chains'));
  expect(await server.run('reset')).toMatchObject({ code: 0 });
  expect(existsSync(join(server.dataDir, 'keystore.json'))).toBe(false);
});
