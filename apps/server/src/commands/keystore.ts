// `npm run keystore -- words` shows the seed words once, for their backup on paper; `npm run keystore -- change-password` encrypts the
// keystore under KEYSTORE_PASSWORD_NEW. Neither starts anything or talks to a chain.
import { machineClock } from '../adapters/clock.ts';
import { type Config, loadConfig, readKeystorePassword, readNewKeystorePassword } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { changeKeystorePassword, takeWords } from '../config/keystore-file.ts';
import { loadSecrets, readLocalKeystorePassword } from '../config/secrets.ts';
import { describeCommandError } from '../start-error.ts';

const USAGE = 'Usage: npm run keystore -- words | change-password\n';

const VERBS = new Map<string | undefined, (config: Config, password: string | undefined) => string>([
  ['words', showWords],
  ['change-password', changePassword],
]);

function showWords(config: Config, password: string | undefined): string {
  loadSecrets(config.dataDir);
  const keystorePassword = password ?? readLocalKeystorePassword(config.dataDir);
  const words = takeWords(config.signer.dir, keystorePassword, machineClock.now()).split(' ');
  const lines = words.map((word, index) => `${String(index + 1).padStart(2)} ${word}`);
  return [
    'Write these words on paper, in this order, and keep it where nobody finds it. They are not shown again.',
    'Whoever has them can move everything that the pool holds.',
    ...lines,
    '',
  ].join('\n');
}

function changePassword(config: Config, password: string | undefined): string {
  if (password === undefined) {
    throw new ConfigError(
      'KEYSTORE_PASSWORD: set it to the current password. A local network without one makes its own, which never changes.',
    );
  }
  changeKeystorePassword(config.signer.dir, { from: password, to: readNewKeystorePassword() });
  return 'The keystore opens with the new password from now on. Set KEYSTORE_PASSWORD to it, and destroy old copies of the file.\n';
}

const run = VERBS.get(process.argv[2]);
if (run === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    const config = loadConfig();
    process.stdout.write(run(config, readKeystorePassword()));
  } catch (error) {
    process.stderr.write(`${describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
