import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { z } from 'zod';

// scrypt cost of OWASP ASVS 5.0, appendix C: 128 MiB, about half a second.
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
/** Least length of the password of a keystore, in characters. */
export const KEYSTORE_PASSWORD_LENGTH_MIN = 12;
const HEX = /^[0-9a-f]+$/;

const KeystoreFile = z.strictObject({
  version: z.literal(1),
  salt: z.string().regex(HEX),
  nonce: z.string().regex(HEX),
  tag: z.string().regex(HEX),
  ciphertext: z.string().regex(HEX),
  /** Made from the key of index 0: tells words of another pool from the right ones. */
  fingerprint: z.string(),
  /** When the words were shown for their backup on paper; they are shown once. */
  wordsShownAt: z.number().optional(),
});

/** The keystore cannot be opened. The message says why and what to do. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError';
}

/**
 * Encrypts seed words under a password (scrypt, AES-256-GCM); the result is the file's text.
 *
 * @throws KeystoreError when the password is too short
 */
export function sealKeystore(options: {
  mnemonic: string;
  password: string;
  fingerprint: string;
  wordsShownAt?: number | undefined;
}): string {
  if (options.password.length < KEYSTORE_PASSWORD_LENGTH_MIN)
    throw new KeystoreError(
      `The password of a keystore has at least ${KEYSTORE_PASSWORD_LENGTH_MIN} characters. Nothing was changed.`,
    );
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(options.password, salt, KEY_BYTES, SCRYPT), nonce);
  cipher.setAAD(Buffer.from(options.fingerprint));
  const ciphertext = Buffer.concat([cipher.update(options.mnemonic, 'utf8'), cipher.final()]);
  const file: z.infer<typeof KeystoreFile> = {
    version: 1,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    ciphertext: ciphertext.toString('hex'),
    fingerprint: options.fingerprint,
    ...(options.wordsShownAt === undefined ? {} : { wordsShownAt: options.wordsShownAt }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Opens a keystore file's text and returns the seed words.
 *
 * @throws KeystoreError when the file is damaged, the password wrong, or the words belong to another pool.
 */
export function openKeystore(
  text: string,
  password: string,
  computeFingerprint: (mnemonic: string) => string,
): string {
  const file = parseKeystore(text);
  const key = scryptSync(password, Buffer.from(file.salt, 'hex'), KEY_BYTES, SCRYPT);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.nonce, 'hex'));
  decipher.setAAD(Buffer.from(file.fingerprint));
  decipher.setAuthTag(Buffer.from(file.tag, 'hex'));
  let mnemonic: string;
  try {
    mnemonic = decipher.update(file.ciphertext, 'hex', 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new KeystoreError(
      'The keystore does not open: KEYSTORE_PASSWORD is wrong, or the file was changed.',
      { cause: error },
    );
  }
  if (computeFingerprint(mnemonic) !== file.fingerprint) {
    throw new KeystoreError(
      'The keystore opens, but its words do not lead to the address that it names. Restore the right file.',
    );
  }
  return mnemonic;
}

/** When the words of a keystore were shown, or undefined while they were not. */
export function readWordsShownAt(text: string): number | undefined {
  return parseKeystore(text).wordsShownAt;
}

function parseKeystore(text: string): z.infer<typeof KeystoreFile> {
  try {
    return KeystoreFile.parse(JSON.parse(text));
  } catch (error) {
    throw new KeystoreError(
      'The keystore file is damaged: it is not the JSON that was written. Restore it from its copy.',
      { cause: error },
    );
  }
}
