// A pool as an operator runs it on test networks: the server, a signer with its own process and settings, PostgreSQL, a mail server, two
// nodes of each network. One user deposits and withdraws.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mintTestToken, sendTestBnb, sendTestTrx } from '@glasspool/chains/local';
import type { DatabaseUrl } from '@glasspool/db';
import { TestLine } from '@glasspool/db/testing-line';
import { createDatabase, type PostgresServer, startPostgres } from '@glasspool/db/testing-postgres';
import { eventually, RestClient } from '../rest-client.ts';
import { type Launcher, ROOT, RunningServer } from '../running-server.ts';
import { MailServer } from './mail-server.ts';
import type { PoolState } from './read-pool.ts';
import type { SmallDisk } from './small-disk.ts';
import { startTestNetwork, type TestNetwork } from './test-network.ts';

const EMAIL = 'alice@example.org';
const PASSWORD = 'correct horse battery';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const WHOLE = 10n ** 18n;
const START_WAIT_SECONDS = '60';

/** State of a dependency in an answer of /readyz. */
export interface ShownState {
  readonly state: string;
  readonly reason: string;
}

interface Readiness {
  readonly status: boolean;
  readonly dependencies: Readonly<Record<string, ShownState>>;
}

/** Program of the signer, as its own process. */
export class SignerProcess {
  readonly #env: NodeJS.ProcessEnv;
  readonly #launch: Launcher;
  #child: ChildProcess | undefined;

  constructor(env: NodeJS.ProcessEnv, launch: Launcher) {
    this.#env = env;
    this.#launch = launch;
  }

  async start(): Promise<void> {
    const [program = '', ...rest] = this.#launch([process.execPath, 'apps/server/src/signer/main.ts']);
    const child = spawn(program, rest, {
      cwd: ROOT,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => String(chunk).includes('listens at') && resolve());
      child.once('exit', (code) => reject(new Error(`The signer ended with code ${code}.`)));
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

interface Parts {
  readonly network: TestNetwork;
  readonly postgres: PostgresServer;
  readonly line: TestLine;
  readonly mail: MailServer;
  readonly signer: SignerProcess;
  readonly folder: string;
}

export class OperatedPool implements AsyncDisposable {
  readonly network: TestNetwork;
  readonly postgres: PostgresServer;
  /** Line between the program and PostgreSQL. */
  readonly line: TestLine;
  readonly mail: MailServer;
  readonly signer: SignerProcess;
  readonly server: RunningServer;
  readonly client: RestClient;
  readonly dataDir: string;
  /** Withdrawals of one USDT each that were asked for. */
  withdrawals = 0;
  readonly #owned: AsyncDisposable;
  readonly #databaseUrl: DatabaseUrl;
  readonly #launch: Launcher;

  private constructor(
    parts: Parts & {
      server: RunningServer;
      owned: AsyncDisposable;
      databaseUrl: DatabaseUrl;
      launch: Launcher;
    },
  ) {
    this.network = parts.network;
    this.postgres = parts.postgres;
    this.line = parts.line;
    this.mail = parts.mail;
    this.signer = parts.signer;
    this.server = parts.server;
    this.dataDir = parts.server.dataDir;
    this.client = new RestClient(() => parts.server.url);
    this.#owned = parts.owned;
    this.#databaseUrl = parts.databaseUrl;
    this.#launch = parts.launch;
  }

  /** With a small disk, DATA_DIR is on it. With `isOnSqlite` the database is there too. */
  static async start({
    disk,
    isOnSqlite = false,
  }: {
    disk?: SmallDisk;
    isOnSqlite?: boolean;
  } = {}): Promise<OperatedPool> {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-operated-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    const postgres = stack.use(await startPostgres());
    await createDatabase(postgres.url, 'pool');
    const line = stack.use(await TestLine.start(postgres.url));
    const mail = stack.use(await MailServer.start());
    const network = stack.use(await startTestNetwork());
    const dataDir = disk?.folder ?? join(folder, 'data');
    const launch: Launcher = disk?.launch ?? ((command) => command);
    for (const name of ['data', 'signer']) mkdirSync(join(folder, name));
    const env = {
      NETWORK: 'testnet',
      ...network.env,
      DATA_DIR: dataDir,
      SIGNER_SOCKET: join(folder, 'signer.sock'),
      PUBLIC_URL: 'http://pool.example.org',
      ...(!isOnSqlite && { DATABASE_URL: `${line.url}/pool` }),
      SMTP_URL: mail.url,
      SMTP_TLS: 'optional',
      MAIL_FROM: 'Pool <pool@example.org>',
      SUPPORT_EMAIL: 'support@example.org',
      SUPPORT_PHONE: '+1 555 0199',
      COMMUNITY_URL: 'https://community.example.org',
      METRICS_TOKEN: 'a token of the metrics',
      RATE_LIMIT_FACTOR: '1000',
      START_WAIT_SECONDS,
    };
    const signerEnv = {
      ...process.env,
      ...env,
      SIGNER_DIR: join(folder, 'signer'),
      KEYSTORE_PASSWORD: 'correct horse battery staple',
    };
    const signer = new SignerProcess(signerEnv, launch);
    // The signer opens the database when it is first asked to sign, and needs no table before.
    await signer.start();
    stack.defer(() => signer.stop('SIGKILL'));
    const server = stack.use(await RunningServer.start(env, launch));
    const databaseUrl: DatabaseUrl = isOnSqlite
      ? `sqlite:${join(dataDir, 'glasspool.db')}`
      : `${postgres.url}/pool`;
    const owned = stack.move();
    return new OperatedPool({
      network,
      postgres,
      line,
      mail,
      signer,
      folder,
      server,
      owned,
      databaseUrl,
      launch,
    });
  }

  async readiness(): Promise<Readiness> {
    const response = await fetch(`${this.server.url}/readyz`);
    // Written by the program under test.
    return (await response.json()) as Readiness;
  }

  async metrics(): Promise<string> {
    const headers = { authorization: 'Bearer a token of the metrics' };
    return (await fetch(`${this.server.url}/metrics`, { headers })).text();
  }

  /** Open notices about dependencies, by subject. */
  async openNotices(): Promise<readonly string[]> {
    return (await this.#readPool()).openNotices;
  }

  /** Signs the user up by mail, deposits for them, and gives the hot wallet tokens and coins to pay with. */
  async prepare(): Promise<void> {
    await this.client.post('/auth/send-otp', { email: EMAIL });
    const otp = await eventually(async () => /Your code is (\d{6})/.exec(this.mail.mails.at(-1) ?? '')?.[1]);
    const { body } = await this.client.post('/auth/verify-otp', { email: EMAIL, otp });
    const { signupToken } = body;
    await this.client.post('/auth/set-password', {
      email: EMAIL,
      password: PASSWORD,
      referralCode: '',
      signupToken,
    });
    await this.logIn();
    const { anvil } = this.network;
    const hotWallet = await this.readHotWallet();
    await sendTestBnb(anvil.url, hotWallet, WHOLE);
    await mintTestToken(anvil.url, hotWallet, 10_000n * WHOLE);
    const { address } = (await this.client.get('/get-bsc-wallet')).body.data.wallets[1];
    await mintTestToken(anvil.url, address, 1_000n * WHOLE);
    await eventually(async () => (await this.readBalance('USDT')) === 1_000);
    await this.client.post('/transfer/wallet', { currency: 'USDT' });
  }

  async logIn(): Promise<void> {
    this.client.token = (
      await this.client.post('/auth/login', { email: EMAIL, password: PASSWORD })
    ).body.token;
  }

  /** Asks for one USDT to the outside, until the program answers that it has noted it. Repeating it asks for the same one. */
  async withdraw(): Promise<void> {
    this.withdrawals += 1;
    const request = {
      receiverAddress: OUTSIDE,
      amount: '1',
      currency: 'USDT',
      idempotencyKey: `w${this.withdrawals}`,
    };
    await eventually(async () => {
      const answer = await this.client.post('/withdraw', request).catch(() => undefined);
      if (answer !== undefined && answer.status >= 400 && answer.status < 500)
        throw new Error(`The withdrawal was refused: ${JSON.stringify(answer.body)}`);
      return answer?.status === 200;
    });
  }

  /** Deposits one TRX for the user and waits until it is credited. */
  async depositTrx(): Promise<void> {
    const { address } = (await this.client.get('/get-wallet')).body.data.wallets[0];
    const before = await this.readBalance('TRX');
    await sendTestTrx(this.network.tron.url, address, 1_000_000n);
    await eventually(async () => (await this.readBalance('TRX')) === before + 1);
  }

  /** Units of USDT that have arrived outside: one for each withdrawal, whatever happened meanwhile. */
  async countPaid(): Promise<number> {
    const data = `0x70a08231${OUTSIDE.slice(2).toLowerCase().padStart(64, '0')}`;
    const units = await this.network.anvil.call('eth_call', [
      { to: this.network.usdtContract, data },
      'latest',
    ]);
    return Number(BigInt(String(units)) / WHOLE);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned[Symbol.asyncDispose]();
  }

  async readBalance(currency: 'USDT' | 'TRX'): Promise<number> {
    const path = currency === 'USDT' ? '/get-bsc-wallet' : '/get-wallet';
    const { body } = await this.client.get(path);
    const [trx, usdt] = body.data.wallets;
    return Number((currency === 'USDT' ? usdt : trx).balance);
  }

  async readHotWallet(): Promise<string> {
    return (await this.#readPool()).hotWallet;
  }

  async #readPool(): Promise<PoolState> {
    const [program = '', ...rest] = this.#launch([
      process.execPath,
      'e2e/src/operator/read-pool.ts',
      this.#databaseUrl,
    ]);
    const { stdout } = await promisify(execFile)(program, rest, { cwd: ROOT });
    // Written by the program above.
    return JSON.parse(stdout) as PoolState;
  }
}
