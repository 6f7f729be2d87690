// Goal: what examples/ shows third parties works as it stands, in this repository and in a project of its own with the packed client.
// Method: the real pool, and each example as a process; for the project, an empty folder, `npm install` of the tarball, the compiler in
// strict mode, and each Node.js that is there.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNodes } from './list-nodes.ts';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';
import { createTypedClient, type TypedClient } from './typed-client.ts';

const EMAIL = 'alice@example.org';
const PASSWORD = 'correct horse battery';

/** A place to run the examples in: the repository, or a project that has installed the client and compiled them. */
interface Place {
  readonly where: string;
  readonly node: string;
  readonly file: (name: string) => string;
}

const project = mkdtempSync(join(tmpdir(), 'glasspool-examples-'));
const PLACES: readonly Place[] = [
  {
    where: 'in the repository',
    node: process.execPath,
    file: (name) => join(ROOT, 'examples/src', `${name}.ts`),
  },
  ...listNodes().map((node) => ({
    where: `in a project on ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`,
    node,
    file: (name: string) => join(project, 'dist', `${name}.js`),
  })),
];

/** Makes a project as examples/README.md says, and compiles the examples in it. */
function makeProject(): void {
  const run = (command: string, ...parameters: string[]): void => {
    execFileSync(command, parameters, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  };
  execFileSync(process.execPath, [join(ROOT, 'scripts/pack.mjs'), project], { cwd: ROOT, stdio: 'pipe' });
  cpSync(join(ROOT, 'examples/src'), join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"private": true, "type": "module"}\n');
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const tools = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  const client = join(project, 'glasspool-api-0.1.0.tgz');
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', client, ...tools);
  compile(readdirSync(join(project, 'src')).map((name) => `src/${name}`));
}

function compile(files: readonly string[]): void {
  const flags = '--strict --skipLibCheck --target es2023 --module nodenext --types node --outDir dist'.split(
    ' ',
  );
  execFileSync(join(project, 'node_modules/.bin/tsc'), [...flags, ...files], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('an example', () => {
  let server: RunningServer;
  let alice: RestClient;
  let typed: TypedClient;

  beforeAll(async () => {
    makeProject();
    server = await RunningServer.start();
    alice = new RestClient(() => server.url);
    await signUp(alice, EMAIL, PASSWORD);
    typed = createTypedClient(server.url, alice.token ?? '');
    await deposit('25');
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(project, { recursive: true });
  });

  function run(name: string, env: Record<string, string>, { node, file }: Place): ChildProcess {
    return spawn(node, [file(name)], {
      env: { PATH: process.env['PATH'], GLASSPOOL_URL: server.url, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  async function getOutput(name: string, env: Record<string, string>, place: Place): Promise<string> {
    const child = run(name, env, place);
    if (child.stdout === null) throw new Error('The example has no output.');
    return text(child.stdout);
  }

  async function deposit(amount: string): Promise<void> {
    const { body } = await alice.get('/get-wallet');
    const { address } = body.data.wallets[1];
    await alice.post('/dev/faucet', { address, currency: 'USDT', amount });
    await eventually(async () => Number((await alice.get('/get-wallet')).body.data.wallets[1].balance) > 0);
  }

  it('is compiled against types that refuse what a pool does not answer', () => {
    const file = join(project, 'wrong.ts');
    writeFileSync(
      file,
      `import { createGlasspoolClient } from '@glasspool/api/client';
const pool = createGlasspoolClient({ url: '' });
const { investments } = await pool.investments.listInvestments.query();
export const sum: string = investments[0].investedAmount;
await pool.withdrawals.withdraw.mutate({ currency: 'BTC', amount: '1', address: '' });
`,
    );
    const refusal = (): string => {
      try {
        compile([file]);
        return '';
      } catch (error) {
        return String(error instanceof Error && 'stdout' in error ? error.stdout : error);
      }
    };
    const output = refusal();
    expect(output).toContain("Type 'bigint' is not assignable to type 'string'");
    expect(output).toContain(`Type '"BTC"' is not assignable to type '"TRX" | "USDT"'`);
  });

  it.each(PLACES)('reads in plain fetch and with types what an API key may read, $where', async (place) => {
    const { key } = await typed.apiKeys.createApiKey.mutate({
      name: place.where,
      scope: 'read',
      password: PASSWORD,
    });
    const env = { GLASSPOOL_API_KEY: key };
    const rest = await getOutput('rest-client', env, place);
    expect(rest).toMatch(/\d\.000000 TRX in the wallet; deposit to T\w+ on TRON/);
    expect(rest).toMatch(
      /the pool holds \S+ USDT in custody, owes users \S+, and has a reward reserve of \S+/,
    );
    const [, number = ''] = /(\d+) deposit: 25\.000000 USDT wallet/.exec(rest) ?? [];
    expect(rest).toContain(`go on with SINCE=${number}`);
    const later = await getOutput('rest-client', { ...env, SINCE: number }, place);
    expect(later).not.toContain('deposit:');
    expect(later).toContain(`go on with SINCE=${number}`);
    const withTypes = await getOutput('typed-client', env, place);
    expect(withTypes.trim().split('\n')).toEqual([
      'alice invited 0 people',
      '0.000000 USDT in 0 investments',
      '0.000000 TRX in 0 investments',
      'refused: API_KEY_NOT_ALLOWED',
    ]);
  });

  it.each(PLACES)('receives events over the network, and takes no others, $where', async (place) => {
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
    const child = run('webhook-receiver', { WEBHOOK_SECRET: secret, PORT: '0' }, place);
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
      // Events to a receiver that has ended would slow down those of the next.
      await typed.webhooks.removeWebhook.mutate({ id });
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      relay.closeAllConnections();
      relay.close();
    }
  });
});
