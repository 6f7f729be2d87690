import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createMnemonic,
  deriveKeys,
  type NetworkKeys,
  openKeystore,
  sealKeystore,
} from '@glasspool/chains/keys';
import type { Network } from '@glasspool/core';

const PRIVATE_FILE_MODE = 0o600;

/**
 * The keys of the pool from `keystore.json`, which is made at the first start.
 *
 * @throws KeystoreError when the file is damaged or the password wrong.
 */
export function loadKeys(dataDir: string, password: string): Readonly<Record<Network, NetworkKeys>> {
  const path = join(dataDir, 'keystore.json');
  if (!existsSync(path)) {
    const mnemonic = createMnemonic();
    const text = sealKeystore({ mnemonic, password, fingerprint: fingerprintOf(mnemonic) });
    // 'wx': two first starts at once must not make two seeds.
    writeFileSync(path, text, { mode: PRIVATE_FILE_MODE, flag: 'wx', flush: true });
  }
  return deriveKeys(openKeystore(readFileSync(path, 'utf8'), password, fingerprintOf));
}

/** The public key of the treasury: tells whether words and file belong together without showing either. */
function fingerprintOf(mnemonic: string): string {
  return Buffer.from(deriveKeys(mnemonic).BSC.publicKey(0)).toString('hex');
}
