// A program of a cluster that is started, stopped, killed and started again, with its output in a file.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { sendSignal } from './hosts.ts';

const STOP_TIMEOUT_MS = 25_000;

export interface ServiceOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly logFile: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export class Service implements AsyncDisposable {
  readonly name: string;
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;

  constructor(options: ServiceOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Starts it, or starts it again; until the next start with some other settings, or out of another folder. */
  start(env: NodeJS.ProcessEnv = {}, cwd = this.#options.cwd): void {
    const { command, logFile } = this.#options;
    const [program = '', ...args] = command;
    const log = openSync(logFile, 'a');
    this.#child = spawn(program, args, {
      env: { ...(this.#options.env ?? process.env), ...env },
      cwd,
      stdio: ['ignore', log, log],
      // A Ctrl-C in the terminal goes to the whole group; who started the cluster ends its parts in their order.
      detached: true,
    });
    // A program that is missing is found out by who waits for it.
    this.#child.on('error', () => undefined);
    closeSync(log);
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get output(): string {
    return readFileSync(this.#options.logFile, 'utf8');
  }

  /** Sends a signal to the program and all of its group. */
  signal(signal: NodeJS.Signals): void {
    if (this.#child?.pid !== undefined && this.isRunning) sendSignal(-this.#child.pid, signal);
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child as ChildProcess, 'exit');
    this.signal('SIGKILL');
    await ended;
  }

  /** Ends it as Ctrl-C does; at once where that takes too long. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.signal('SIGCONT');
    const ended = once(this.#child as ChildProcess, 'exit').then(() => true);
    sendSignal(this.#child?.pid ?? 0, 'SIGTERM');
    const isEnded = await Promise.race([ended, setTimeout(STOP_TIMEOUT_MS, false, { ref: false })]);
    if (!isEnded) await this.kill();
    // Its group may have other programs.
    if (this.#child?.pid !== undefined) sendSignal(-this.#child.pid, 'SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks until it is so.
 *
 * @throws Error that says what was waited for.
 */
export async function waitFor(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { timeoutMs = 120_000, everyMs = 200, signal }: WaitOptions = {},
): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    if (await Promise.resolve(isSo()).catch(() => false)) return;
    signal?.throwIfAborted();
    if (performance.now() > endsAt) throw new Error(`Not in time: ${what}.`);
    await setTimeout(everyMs);
  }
}
