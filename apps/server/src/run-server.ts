import { setTimeout as delay } from 'node:timers/promises';
import { type App, startApp } from './app.ts';
import { type Config, loadConfig, readDatabaseUrl } from './config/config.ts';
import { assertRoleFits, type Role } from './roles.ts';
import { describeStartError } from './start-error.ts';
import { welcome } from './welcome.ts';

/** A dependency that hangs may hold up the work that is under way; each step of it may be cut anywhere. */
const STOP_TIMEOUT_MS = 20_000;
/** Children of this process end with it. */
const START_ABORT_TIMEOUT_MS = 5_000;

/** Ends the process after a while, whatever still waits. */
function endWithin(ms: number, sentence: string): void {
  void delay(ms, undefined, { ref: false }).then(() => {
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  });
}

async function run(
  app: App,
  { config, role, stopped }: { config: Config; role: Exclude<Role, 'signer'>; stopped: Promise<void> },
): Promise<void> {
  await using _app = app;
  process.stdout.write(welcome(app, config, role));
  await stopped;
  process.stdout.write('Stopping ...\n');
  endWithin(STOP_TIMEOUT_MS, 'Some work did not end in time and was cut. The next start goes on from there.');
}

/** Runs the server in one of its roles until the process is told to stop. Failures of the start are printed. */
export async function runServer(role: Exclude<Role, 'signer'>): Promise<void> {
  const stop = new AbortController();
  // The handlers stay: Ctrl-C in a terminal arrives twice, from the terminal and through npm, and must not cut the tidying short.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!stop.signal.aborted) stop.abort();
    });
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
  });
  try {
    const config = loadConfig();
    assertRoleFits(role, config, readDatabaseUrl(config.dataDir));
    void stopped.then(() => endWithin(START_ABORT_TIMEOUT_MS + STOP_TIMEOUT_MS, 'The start was cut short.'));
    await run(await startApp(config, { role, signal: stop.signal }), { config, role, stopped });
  } catch (error) {
    // A stop is not a failure, also while the program still waits for something.
    const isStop = stop.signal.aborted && error === stop.signal.reason;
    process.stderr.write(
      `${isStop ? 'Stopped before the start was complete.' : describeStartError(error)}\n`,
    );
    process.exitCode = isStop ? 0 : 1;
    endWithin(START_ABORT_TIMEOUT_MS, 'Something of the start still ran and was cut.');
  }
}
