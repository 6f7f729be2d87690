import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createMnemonic,
  deriveKeys,
  KeystoreError,
  openKeystore,
  readWordsShownAt,
  sealKeystore,
} from '@glasspool/chains/keys';

const PRIVATE_FILE_MODE = 0o600;
export const KEYSTORE_USED = 'keystore.used';

/**
 * The words of the pool from `keystore.json`, which is made at the first start. For the signer alone.
 *
 * @throws KeystoreError when the file is damaged or the password wrong.
 */
export function readMnemonic(dataDir: string, password: string): string {
  const path = pathIn(dataDir);
  if (!existsSync(path)) {
    const mnemonic = createMnemonic();
    const text = sealKeystore({ mnemonic, password, fingerprint: computeFingerprint(mnemonic) });
    // 'wx': two first starts at once must not make two seeds.
    writeFileSync(path, text, { mode: PRIVATE_FILE_MODE, flag: 'wx', flush: true });
  }
  return openKeystore(readFileSync(path, 'utf8'), password, computeFingerprint);
}

/**
 * Makes the keystore of a pool that was lost out of its words. They count as used: an empty database is not started beside them.
 *
 * @throws KeystoreError when a keystore is there, or the words are not those of a seed
 */
export function restoreKeystore(
  dataDir: string,
  { mnemonic, password }: { mnemonic: string; password: string },
): void {
  const path = pathIn(dataDir);
  if (existsSync(path))
    throw new KeystoreError(
      `There is a keystore in ${dataDir}. Nothing was changed. Name an empty folder, or move that file away first.`,
    );
  const text = sealKeystore({ mnemonic, password, fingerprint: readFingerprint(mnemonic), wordsShownAt: 0 });
  writeFileSync(path, text, { mode: PRIVATE_FILE_MODE, flag: 'wx', flush: true });
  markKeystoreUsed(dataDir);
}

function readFingerprint(mnemonic: string): string {
  try {
    return computeFingerprint(mnemonic);
  } catch (cause) {
    throw new KeystoreError(
      'These are not the words of a pool: 24 English words of BIP-39, the last of which is a checksum. Nothing was changed. Compare each with the paper.',
      { cause },
    );
  }
}

/** True for keys of which a database has addresses. */
export function isKeystoreUsed(dataDir: string): boolean {
  return existsSync(join(dataDir, KEYSTORE_USED));
}

/** Notes beside the keys that a database has addresses of them: another one that is empty would give the same out again. */
export function markKeystoreUsed(dataDir: string): void {
  const text =
    'A database has addresses of this keystore. An empty one is not started beside it. For a new pool, name an empty folder.\n';
  writeFileSync(join(dataDir, KEYSTORE_USED), text, { mode: PRIVATE_FILE_MODE, flush: true });
}

/**
 * The seed words, for their backup on paper. Shown once: anyone who reads them owns the pool's addresses.
 *
 * @throws KeystoreError when there is no keystore, it does not open, or the words were shown before.
 */
export async function takeWords(
  dataDir: string,
  { password, now, show }: { password: string; now: number; show: (mnemonic: string) => Promise<void> },
): Promise<void> {
  const text = readKeystore(dataDir);
  const mnemonic = openKeystore(text, password, computeFingerprint);
  const shownAt = readWordsShownAt(text);
  if (shownAt !== undefined) {
    const since =
      shownAt === 0
        ? 'The keystore was made out of the words, which'
        : `The words were shown on ${new Date(shownAt).toISOString()} and`;
    throw new KeystoreError(
      `${since} are shown once. The backup is that paper, or a copy of keystore.json with its password.`,
    );
  }
  // Noted only once they were: a full disk or a closed pipe shows nothing.
  await show(mnemonic);
  replaceKeystore(dataDir, {
    mnemonic,
    password,
    fingerprint: computeFingerprint(mnemonic),
    wordsShownAt: now,
  });
}

/**
 * Encrypts the keystore under another password. Old copies of the file still open with the old one.
 *
 * @throws KeystoreError when there is no keystore or it does not open.
 */
export function changeKeystorePassword(dataDir: string, passwords: { from: string; to: string }): void {
  const text = readKeystore(dataDir);
  const mnemonic = openKeystore(text, passwords.from, computeFingerprint);
  const wordsShownAt = readWordsShownAt(text);
  const fingerprint = computeFingerprint(mnemonic);
  replaceKeystore(dataDir, { mnemonic, password: passwords.to, fingerprint, wordsShownAt });
}

function readKeystore(dataDir: string): string {
  const path = pathIn(dataDir);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw new KeystoreError(`There is no keystore in ${dataDir}. The first start makes it.`);
}

/** Written beside the old one and moved over it: a crash at any moment leaves one of the two whole. */
function replaceKeystore(dataDir: string, content: Parameters<typeof sealKeystore>[0]): void {
  const path = pathIn(dataDir);
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', PRIVATE_FILE_MODE);
  writeFileSync(file, sealKeystore(content));
  fsyncSync(file);
  closeSync(file);
  // A keystore that cannot be opened again must not replace one that can.
  openKeystore(readFileSync(draft, 'utf8'), content.password, computeFingerprint);
  renameSync(draft, path);
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'keystore.json');
}

/** The public key of the hot wallet: tells whether words and file belong together without showing either. */
function computeFingerprint(mnemonic: string): string {
  return Buffer.from(deriveKeys(mnemonic).BSC.publicKey(0)).toString('hex');
}
