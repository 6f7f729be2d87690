// Goal: what examples/ shows third parties works as it stands. Method: the real program, and each example as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';
import { createTypedClient, type TypedClient } from './typed-client.ts';

const EMAIL = 'alice@example.org';
const PASSWORD = 'correct horse battery';

describe('the examples', () => {
  let server: RunningServer;
  let alice: RestClient;
  let typed: TypedClient;

  beforeAll(async () => {
    server = await RunningServer.start();
    alice = new RestClient(() => server.url);
    await signUp(alice, EMAIL, PASSWORD);
    typed = createTypedClient(server.url, alice.token ?? '');
  });

  afterAll(() => server?.[Symbol.asyncDispose]());

  function run(name: string, env: Record<string, string>): ChildProcess {
    return spawn(process.execPath, [`examples/src/${name}.ts`], {
      cwd: ROOT,
      env: { ...process.env, GLASSPOOL_URL: server.url, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  async function outputOf(name: string, env: Record<string, string>): Promise<string> {
    const child = run(name, env);
    if (child.stdout === null) throw new Error('The example has no output.');
    return text(child.stdout);
  }

  async function deposit(amount: string): Promise<void> {
    const { body } = await alice.get('/get-wallet');
    const { address } = body.data.wallets[1];
    await alice.post('/dev/faucet', { address, currency: 'USDT', amount });
    await eventually(async () => Number((await alice.get('/get-wallet')).body.data.wallets[1].balance) > 0);
  }

  it('in plain fetch and with types read what an API key may read', async () => {
    const { key } = await typed.apiKeys.createApiKey.mutate({
      name: 'Bot',
      scope: 'read',
      password: PASSWORD,
    });
    const rest = await outputOf('rest-client', { GLASSPOOL_API_KEY: key });
    expect(rest).toMatch(/0\.000000 TRX in the wallet; deposit to T\w+ on TRON/);
    expect(rest).toMatch(
      /the pool holds \S+ USDT in custody, owes users \S+, and has a reward reserve of \S+/,
    );
    const withTypes = await outputOf('typed-client', { GLASSPOOL_API_KEY: key });
    expect(withTypes.trim().split('\n')).toEqual([
      'alice invited 0 people',
      '0 micro-units in 0 investments',
      'refused: API_KEY_NOT_ALLOWED',
    ]);
  });

  it('receive events over the network, and take no others', async () => {
    let receiver = '';
    const relay = createServer(async (request, response) => {
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        name.startsWith('webhook-') ? [[name, String(value)]] : [],
      );
      const answer = await fetch(receiver, { method: 'POST', body: await text(request), headers });
      response.writeHead(answer.status).end();
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    // It listens on a port, so the address is one.
    const { port } = relay.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = await typed.webhooks.createWebhook.mutate({ url, password: PASSWORD });
    const child = run('webhook-receiver', { WEBHOOK_SECRET: secret, PORT: '0' });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    try {
      const own = await eventually(async () => /"port":(\d+)/.exec(output)?.[1]);
      receiver = `http://127.0.0.1:${own}/`;
      await deposit('25');
      await eventually(async () => output.includes('deposit.credited 25.000000 USDT'));
      const forged = await fetch(receiver, {
        method: 'POST',
        body: '{}',
        headers: { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
      });
      expect(forged.status).toBe(401);
      const delivered = await eventually(async () => {
        const { data } = await typed.webhooks.listDeliveries.query({ id });
        return data[0]?.lastStatus === 204 ? data[0] : undefined;
      });
      expect(delivered).toMatchObject({ event: 'deposit.credited', tries: 1, nextTryAt: null });
    } finally {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      relay.closeAllConnections();
      relay.close();
    }
  });
});
