// `npm start`: the program, in the role that `--role` names.
import { ConfigError } from './config/config-error.ts';
import { readRole } from './roles.ts';

try {
  const role = readRole(process.argv.slice(2));
  // The process that holds the keys loads nothing of the server.
  if (role === 'signer') await import('./signer/main.ts');
  else await (await import('./run-server.ts')).runServer(role);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Glasspool did not start. ${error.message}\n`);
  process.exitCode = 1;
}
