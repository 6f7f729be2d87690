// Processes of a pool on a shared database: local chains, a signer and its standby, workers, web processes, and HAProxy in front of the web
// processes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findFreePort, LOOPBACK } from './hosts.ts';
import { getProgram } from './programs.ts';
import { Service, waitFor } from './service.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STARTED_WITHIN_MS = 120_000;
/** Fields that are needed of the local chains' answer. */
const SharedChains = z.object({ bscUrl: z.string(), tronUrl: z.string(), usdtContract: z.string() });

export interface PoolOptions {
  readonly folder: string;
  /** Data folder that all processes share. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly webs?: number;
  readonly workers?: number;
  /** Port of the address that users open; a free one when left out. */
  readonly port?: number;
  /** Other settings of all processes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
  /** Folder of the program; this repository when left out. */
  readonly root?: string;
}

/** Process with an address of its own. */
export interface PoolProcess {
  readonly service: Service;
  readonly url: string;
}

/** Asks a process if it can do its work. */
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
  return answer?.ok === true;
}

export class PoolProcesses implements AsyncDisposable {
  readonly webs: PoolProcess[] = [];
  readonly workers: PoolProcess[] = [];
  readonly signers: Service[] = [];
  readonly chains: Service;
  readonly #options: PoolOptions;
  readonly #stack = new AsyncDisposableStack();
  readonly #env: NodeJS.ProcessEnv;
  readonly #socketFolder: string;
  /** Address that users open. */
  readonly url: string;

  private constructor(options: PoolOptions, ports: { front: number; chains: number }) {
    this.#options = options;
    this.url = `http://${LOOPBACK}:${ports.front}`;
    mkdirSync(options.dataDir, { recursive: true });
    // The path of a socket has to be short (unix(7)).
    this.#socketFolder = mkdtempSync(join(tmpdir(), 'glasspool-signer-'));
    this.#stack.defer(() => rmSync(this.#socketFolder, { recursive: true, force: true }));
    this.#env = {
      ...process.env,
      NETWORK: 'local',
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl,
      SIGNER_SOCKET: join(this.#socketFolder, 'socket'),
      LOCAL_CHAINS_URL: `http://${LOOPBACK}:${ports.chains}`,
      PUBLIC_URL: this.url,
      TRUSTED_PROXIES: LOOPBACK,
      ...options.settings,
    };
    this.chains = this.#makeService('chains', ['apps/server/src/dev/serve-local-chains.ts'], {
      // The chains are not part of the pool: the disk of the pool may be full, but theirs must not be.
      env: { DATA_DIR: join(options.folder, 'chains') },
    });
  }

  /** Starts everything, and waits until users can be served and a worker works. */
  static async start(options: PoolOptions): Promise<PoolProcesses> {
    const ports = { front: options.port ?? (await findFreePort()), chains: await findFreePort() };
    const pool = new PoolProcesses(options, ports);
    try {
      await pool.#start();
      return pool;
    } catch (error) {
      await pool[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #start(): Promise<void> {
    const { webs = 3, workers = 2 } = this.#options;
    await this.#startAndWait(this.chains, 'The local chains answer at');
    for (const number of [1, 2]) {
      const signer = this.#makeService(`signer-${number}`, ['apps/server/src/main.ts', '--role', 'signer']);
      this.signers.push(signer);
      await this.#startAndWait(signer, number === 1 ? 'The signer listens at' : 'stands by');
    }
    for (let number = 1; number <= workers; number += 1)
      this.workers.push(await this.addProcess('worker', number));
    for (let number = 1; number <= webs; number += 1) this.webs.push(await this.addProcess('web', number));
    await this.#startFront();
  }

  /** Starts a process of a role. `root` is the folder of another version of the program. */
  async addProcess(role: 'web' | 'worker', number: number, root?: string): Promise<PoolProcess> {
    const port = await findFreePort();
    const service = this.#makeService(
      `${role}-${number}`,
      ['--max-semi-space-size=8', 'apps/server/src/main.ts', '--role', role],
      { env: { PORT: String(port), HOST: LOOPBACK }, root },
    );
    await this.#startAndWait(service, 'goes on from here');
    return { service, url: `http://${LOOPBACK}:${port}` };
  }

  /** Reads the addresses of the local chains' nodes. */
  async readChains(): Promise<{
    readonly bscUrl: string;
    readonly tronUrl: string;
    readonly usdtContract: string;
  }> {
    return SharedChains.parse(await (await fetch(this.#env['LOCAL_CHAINS_URL'] ?? '')).json());
  }

  /** Ends a process as an upgrade does, and starts it again from a folder with another version of the program. */
  async replace({ service, url }: PoolProcess, root: string): Promise<void> {
    await service.stop();
    service.start({}, root);
    await waitFor(`the upgrade of ${service.name}`, () => isReady(url), { timeoutMs: STARTED_WITHIN_MS });
  }

  /** Starts all ended processes again. */
  async restartAll(): Promise<void> {
    const services = [
      this.chains,
      ...this.signers,
      ...[...this.workers, ...this.webs].map(({ service }) => service),
    ];
    for (const service of services) if (!service.isRunning) service.start();
  }

  /** Password of the first admin. The process that created the admin printed it once. */
  get adminPassword(): string {
    for (const { service } of [...this.workers, ...this.webs]) {
      const password = /password: (\S+)/.exec(service.output)?.[1];
      if (password !== undefined) return password;
    }
    throw new Error('No process has printed the password of an admin.');
  }

  get environment(): Readonly<NodeJS.ProcessEnv> {
    return this.#env;
  }

  #makeService(
    name: string,
    args: readonly string[],
    {
      env = {},
      root = this.#options.root ?? ROOT,
    }: { env?: NodeJS.ProcessEnv; root?: string | undefined } = {},
  ): Service {
    const service = new Service({
      name,
      logFile: join(this.#options.folder, `${name}.log`),
      command: [process.execPath, ...args],
      env: { ...this.#env, ...env },
      cwd: root,
    });
    this.#stack.use(service);
    return service;
  }

  async #startAndWait(service: Service, text: string): Promise<void> {
    service.start();
    await waitFor(
      `the start of ${service.name}`,
      () => {
        if (!service.isRunning) throw new Error(`${service.name} ended: ${service.output}`);
        return service.output.includes(text);
      },
      { timeoutMs: STARTED_WITHIN_MS, signal: this.#options.signal },
    );
  }

  async #startFront(): Promise<void> {
    const { folder } = this.#options;
    const servers = this.webs.map(({ url }, index) => `  server web-${index + 1} ${new URL(url).host} check`);
    const configFile = join(folder, 'haproxy-web.cfg');
    const lines = [
      'defaults',
      '  mode http',
      '  option forwardfor',
      // A process that ends closes its connections. With one connection per request, no request is sent into a closing one.
      '  option http-server-close',
      '  timeout connect 2s',
      '  timeout check 3s',
      '  timeout client 60s',
      '  timeout server 60s',
      '  timeout tunnel 1h',
      'listen web',
      `  bind ${new URL(this.url).host}`,
      '  balance roundrobin',
      '  option httpchk',
      // A local network answers only to names of this machine.
      '  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost',
      '  http-check expect status 200',
      // Only a request that reached no process is sent to another one.
      '  retries 2',
      '  option redispatch 1',
      '  retry-on conn-failure',
      '  default-server inter 1s fall 2 rise 1',
      ...servers,
      '',
    ];
    writeFileSync(configFile, lines.join('\n'));
    const proxy = new Service({
      name: 'HAProxy before the web processes',
      logFile: join(folder, 'haproxy-web.log'),
      command: [getProgram('haproxy'), '-db', '-f', configFile],
    });
    this.#stack.use(proxy);
    proxy.start();
    await waitFor('the address that users open', async () => (await fetch(`${this.url}/readyz`)).ok);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}
