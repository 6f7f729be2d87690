// `npm run keystore -- words` shows the seed words once, for their backup on paper; `npm run keystore -- change-password` encrypts the
// keystore under KEYSTORE_PASSWORD_NEW. Neither starts anything or talks to a chain.
import { machineClock } from '../adapters/clock.ts';
import { readKeystorePassword, readNewKeystorePassword } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { changeKeystorePassword, takeWords } from '../config/keystore-file.ts';
import { loadSecrets, readLocalKeystorePassword } from '../config/secrets.ts';
import { type KeystoreFolders, loadKeystoreFolders } from '../config/signer-config.ts';
import { describeCommandError } from '../start-error.ts';

const USAGE = 'Usage: npm run keystore -- words | change-password\n';

const VERBS = new Map<string | undefined, (folders: KeystoreFolders, password: string | undefined) => string>(
  [
    ['words', showWords],
    ['change-password', changePassword],
  ],
);

function showWords(folders: KeystoreFolders, password: string | undefined): string {
  const keystorePassword = password ?? readLocalPassword(folders);
  const words = takeWords(folders.dir, keystorePassword, machineClock.now()).split(' ');
  const lines = words.map((word, index) => `${String(index + 1).padStart(2)} ${word}`);
  return [
    'Write these words on paper, in this order, and keep it where no one finds it. They are not shown again.',
    'Anyone who has them can move everything that the pool holds.',
    ...lines,
    '',
  ].join('\n');
}

/** The password that a local network made for itself. */
function readLocalPassword({ dataDir }: KeystoreFolders): string {
  loadSecrets(dataDir);
  return readLocalKeystorePassword(dataDir);
}

function changePassword(folders: KeystoreFolders, password: string | undefined): string {
  if (password === undefined) {
    throw new ConfigError(
      'KEYSTORE_PASSWORD: set it to the current password. A local network without one makes its own, which never changes.',
    );
  }
  changeKeystorePassword(folders.dir, { from: password, to: readNewKeystorePassword() });
  return 'The keystore opens with the new password from now on. Set KEYSTORE_PASSWORD to it, and destroy old copies of the file.\n';
}

const run = VERBS.get(process.argv[2]);
if (run === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(run(loadKeystoreFolders(), readKeystorePassword()));
  } catch (error) {
    process.stderr.write(`${describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
