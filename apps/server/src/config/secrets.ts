import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatementKey } from '@glasspool/solvency';
import { z } from 'zod';

const PRIVATE_FILE_MODE = 0o600;

const SecretsFile = z.strictObject({
  /** Ed25519, PKCS #8. Signs session tokens. */
  sessionKeyPem: z.string(),
  /** Hex. Key of the HMAC under which sign-up codes are stored. */
  otpKey: z.string(),
  /** Opens the keystore of a local network, where KEYSTORE_PASSWORD is not set. */
  localKeystorePassword: z.string(),
});

/** Secrets: never logged, answered or stored in the database. Kept apart from the settings. */
export interface Secrets {
  readonly sessionKey: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly otpKey: Uint8Array;
  /** Derived from the same secret as the key above, for another purpose. */
  readonly twoFactorKey: Uint8Array;
  readonly statementKey: StatementKey;
  readonly nonceKey: Uint8Array;
}

/** Reads the secrets of a data folder, making them at the first start. */
export function loadSecrets(dataDir: string): Secrets {
  const file = readSecrets(pathIn(dataDir));
  const privateKey = createPrivateKey(file.sessionKeyPem);
  const otpKey = Buffer.from(file.otpKey, 'hex');
  return {
    sessionKey: { privateKey, publicKey: createPublicKey(privateKey) },
    otpKey,
    twoFactorKey: derive(otpKey, 'glasspool second factor'),
    statementKey: createStatementKey(derive(otpKey, 'glasspool statements')),
    nonceKey: derive(otpKey, 'glasspool snapshot nonces'),
  };
}

/** The password of a local network's keystore. For the signer, and for commands about the keystore. */
export function readLocalKeystorePassword(dataDir: string): string {
  return readSecrets(pathIn(dataDir)).localKeystorePassword;
}

/** Writes a file that is whole from its first moment on, unless another process of the pool did so first. */
function writeOnce(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: PRIVATE_FILE_MODE });
  try {
    linkSync(draft, path);
  } catch {
    // Another process has made it, or the disk has no links.
    if (!existsSync(path)) renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns true when a data folder has its secrets, which the first start makes. */
export function hasSecrets(dataDir: string): boolean {
  return existsSync(pathIn(dataDir));
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

function readSecrets(path: string): z.infer<typeof SecretsFile> {
  if (!existsSync(path)) writeOnce(path, createSecrets());
  return SecretsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function derive(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/** PKCS #8 of an Ed25519 key, without the 32 bytes of the key itself (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_BYTES = 32;

function createStatementKey(seed: Uint8Array): StatementKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES)),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

function createSecrets(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const secrets: z.infer<typeof SecretsFile> = {
    sessionKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    otpKey: randomBytes(32).toString('hex'),
    localKeystorePassword: randomBytes(24).toString('base64url'),
  };
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
