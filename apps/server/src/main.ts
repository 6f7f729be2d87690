import { startApp } from './app.ts';
import { loadConfig } from './config/config.ts';
import { describeStartError } from './start-error.ts';
import { welcome } from './welcome.ts';

// The handlers stay: Ctrl-C in a terminal arrives twice, from the terminal and through npm, and must not cut the tidying short.
const stopped = new Promise<void>((resolve) => {
  process.on('SIGINT', resolve);
  process.on('SIGTERM', resolve);
});

try {
  const config = loadConfig();
  await using app = await startApp(config);
  process.stdout.write(welcome(app, config));
  await stopped;
  process.stdout.write('Stopping ...\n');
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
}
