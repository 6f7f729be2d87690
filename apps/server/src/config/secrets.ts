import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const PRIVATE_FILE_MODE = 0o600;

const SecretsFile = z.strictObject({
  /** Ed25519, PKCS #8. Signs session tokens. */
  sessionKeyPem: z.string(),
  /** Hex. Key of the HMAC under which sign-up codes are stored. */
  otpKey: z.string(),
  /** Opens the keystore of a local network, where nobody sets KEYSTORE_PASSWORD. */
  localKeystorePassword: z.string(),
});

/** What must never be logged, answered or stored in the database. Kept apart from the settings. */
export interface Secrets {
  readonly sessionKey: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly otpKey: Uint8Array;
  /** Derived from the same secret as the key above, for another purpose. */
  readonly secondFactorKey: Uint8Array;
  readonly keystorePassword: string;
}

/** Reads the secrets of a data folder, making them at the first start. */
export function loadSecrets(dataDir: string, keystorePassword: string | undefined): Secrets {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) writeFileSync(path, createSecrets(), { mode: PRIVATE_FILE_MODE });
  const file = SecretsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  const privateKey = createPrivateKey(file.sessionKeyPem);
  const otpKey = Buffer.from(file.otpKey, 'hex');
  return {
    sessionKey: { privateKey, publicKey: createPublicKey(privateKey) },
    otpKey,
    secondFactorKey: new Uint8Array(hkdfSync('sha256', otpKey, '', 'glasspool second factor', 32)),
    keystorePassword: keystorePassword ?? file.localKeystorePassword,
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
