// Runs the real program in a process of its own, on a fresh data folder and a free port, as `npm start` does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 180_000;

interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

/** Command line that runs a command in another way, such as for another user of the machine. */
export type Launcher = (command: readonly string[]) => readonly string[];

export class RunningServer implements AsyncDisposable {
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #launch: Launcher;
  #child: ChildProcess | undefined;
  url = '';
  /** Output of the program since its last start. */
  output = '';

  private constructor(env: Record<string, string>, launch: Launcher) {
    this.dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'glasspool-e2e-'));
    this.#launch = launch;
    this.#env = {
      ...process.env,
      DATA_DIR: this.dataDir,
      PORT: '0',
      LOCAL_BSC_BLOCK_MS: '100',
      LOCAL_TRON_BLOCK_MS: '100',
      ...env,
    };
  }

  static async start(
    env: Record<string, string> = {},
    launch: Launcher = (command) => command,
  ): Promise<RunningServer> {
    const server = new RunningServer(env, launch);
    await server.start();
    return server;
  }

  /** Starts, or starts again on the same data folder. */
  async start(env: Record<string, string> = {}): Promise<void> {
    this.output = '';
    const [program = '', ...rest] = this.#launch([
      process.execPath,
      '--max-semi-space-size=8',
      'apps/server/src/main.ts',
    ]);
    const child = spawn(program, rest, {
      cwd: ROOT,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.url = await new Promise((resolveUrl, reject) => {
      const fail = (reason: string): void =>
        reject(new Error(`The server did not start: ${reason}\n${this.output}`));
      const timer = setTimeout(() => fail('no address in time'), START_TIMEOUT_MS);
      const read = (chunk: Buffer): void => {
        this.output += chunk.toString();
        // With a public address the program listens elsewhere, for the proxy in front.
        const url = /(?:listens at|address)\s+(http:\/\/localhost\S+),?/
          .exec(this.output)?.[1]
          ?.replace(/,$/, '');
        if (url === undefined || !this.output.includes('goes on from here')) return;
        clearTimeout(timer);
        resolveUrl(url);
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', (code) => fail(`it ended with code ${code}`));
    });
  }

  /** Ends the process at once, as a power cut would: nothing gets to tidy up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends the process a signal that it lives on after. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** The command lines of the program and of all that it started, as every user of the machine can read them (Linux). */
  commandLines(): string[] {
    const readLines = (pid: string): string[] => [
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      ...readdirSync(`/proc/${pid}/task`)
        .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
        .filter((child) => child !== '')
        .flatMap(readLines),
    ];
    return readLines(String(this.#child?.pid));
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Environment that it is started with. */
  get environment(): Readonly<NodeJS.ProcessEnv> {
    return this.#env;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Runs `npm run verify-books` on the data folder and returns what it printed. The server must be stopped. */
  verifyBooks(): Promise<CommandResult> {
    return this.#run('verify-books', []);
  }

  /** Runs one of the commands with the settings of the server. */
  run(
    command: string,
    args: readonly string[] = [],
    env: Record<string, string> = {},
  ): Promise<CommandResult> {
    return this.#run(command, args, env);
  }

  /** Runs `npm run backup` while the server runs. */
  backUp(folder: string): Promise<CommandResult> {
    return this.#run('backup', [folder]);
  }

  async #run(
    command: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<CommandResult> {
    const [program = '', ...rest] = this.#launch([
      process.execPath,
      `apps/server/src/commands/${command}.ts`,
      ...args,
    ]);
    const child = spawn(program, rest, {
      cwd: ROOT,
      env: { ...this.#env, ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    await once(child, 'close');
    return { code: child.exitCode, output };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** Password of the admin, as the first start of a local network prints it. */
export function readAdminPassword(output: string): string {
  return /password:?\s+(\S+)/.exec(output)?.[1] ?? '';
}
