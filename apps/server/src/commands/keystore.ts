// `npm run keystore -- words` shows the seed words once, for their backup on paper; `npm run keystore -- change-password` encrypts the
// keystore under KEYSTORE_PASSWORD_NEW; `npm run keystore -- from-words` makes the keystore of a lost pool out of the words, which it reads from
// its input. None starts anything or talks to a chain.
import { text } from 'node:stream/consumers';
import { deriveBscAddress } from '@glasspool/chains/bsc';
import { deriveKeys } from '@glasspool/chains/keys';
import { deriveTronAddress } from '@glasspool/chains/tron';
import { machineClock } from '../adapters/clock.ts';
import { readKeystorePassword, readNewKeystorePassword } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { changeKeystorePassword, restoreKeystore, takeWords } from '../config/keystore-file.ts';
import { openDataFolder } from '../config/private-files.ts';
import { loadSecrets, readLocalKeystorePassword } from '../config/secrets.ts';
import { type KeystoreFolders, loadKeystoreFolders } from '../config/signer-config.ts';
import { describeCommandError } from '../start-error.ts';

const USAGE = 'Usage: npm run keystore -- words | change-password | from-words\n';

type Verb = (folders: KeystoreFolders, password: string | undefined) => string | Promise<string>;

const VERBS = new Map<string | undefined, Verb>([
  ['words', showWords],
  ['change-password', changePassword],
  ['from-words', restoreFromWords],
]);

async function showWords(folders: KeystoreFolders, password: string | undefined): Promise<string> {
  const keystorePassword = password ?? readLocalPassword(folders);
  await takeWords(folders.dir, { password: keystorePassword, now: machineClock.now(), show: printWords });
  return '';
}

async function printWords(mnemonic: string): Promise<void> {
  const lines = mnemonic.split(' ').map((word, index) => `${String(index + 1).padStart(2)} ${word}`);
  const shown = [
    'Write these words on paper, in this order, and keep it where no one finds it. They are not shown again.',
    'Anyone who has them can move everything that the pool holds.',
    ...lines,
    '',
  ].join('\n');
  await new Promise<void>((resolve, reject) => {
    process.stdout.once('error', reject);
    process.stdout.write(shown, (error) => (error == null ? resolve() : reject(error)));
  });
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

/** The words may come as they were shown. */
async function restoreFromWords(folders: KeystoreFolders, password: string | undefined): Promise<string> {
  if (password === undefined)
    throw new ConfigError('KEYSTORE_PASSWORD: set it to the password that the new keystore is to have.');
  const mnemonic =
    (await text(process.stdin))
      .replace(/^(Write these|Anyone who).*$/gm, '')
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.join(' ') ?? '';
  openDataFolder(folders.dir);
  restoreKeystore(folders.dir, { mnemonic, password });
  const keys = deriveKeys(mnemonic);
  return [
    'The keystore was made out of the words. Compare the addresses of the hot wallet with those of the pool:',
    `BSC   ${deriveBscAddress(keys.BSC, 0)}`,
    `TRON  ${deriveTronAddress(keys.TRON, 0)}`,
    'Next: restore the newest backup with the newest logs (docs/operations.md, Restore).',
    '',
  ].join('\n');
}

const run = VERBS.get(process.argv[2]);
if (run === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(await run(loadKeystoreFolders(), readKeystorePassword()));
  } catch (error) {
    process.stderr.write(`${describeCommandError(error)}\n`);
    process.exitCode = 1;
  }
}
