// Program of a cluster that can be started, stopped, killed and started again. Its output goes to a file.
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

  /** Starts the program, also after an end. `env` and `cwd` override its settings and its folder until the next start. */
  start(env: NodeJS.ProcessEnv = {}, cwd = this.#options.cwd): void {
    const { command, logFile } = this.#options;
    const [program = '', ...args] = command;
    const log = openSync(logFile, 'a');
    this.#child = spawn(program, args, {
      env: { ...(this.#options.env ?? process.env), ...env },
      cwd,
      stdio: ['ignore', log, log],
      // Ctrl-C in the terminal signals a whole process group. The cluster ends its parts itself, in their order.
      detached: true,
    });
    // The caller that waits for the program finds out that it is missing.
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

  /** Stops the program as Ctrl-C does. Kills it when that takes too long. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.signal('SIGCONT');
    const ended = once(this.#child as ChildProcess, 'exit').then(() => true);
    sendSignal(this.#child?.pid ?? 0, 'SIGTERM');
    const isEnded = await Promise.race([ended, setTimeout(STOP_TIMEOUT_MS, false, { ref: false })]);
    if (!isEnded) await this.kill();
    // The process group may contain other programs.
    if (this.#child?.pid !== undefined) sendSignal(-this.#child.pid, 'SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats a check until it returns true.
 *
 * @throws Error that names `what` when the time is over; the reason of the signal when it aborts.
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
